import Foundation
import LinuxProcess
import NotificationStorage
import NotificationTypes
import Testing
import Triggers

@testable import NotificationScheduling

@Suite("What schedulers read of a store, and the ends of deliveries, in memory and in a file alike")
struct StoreDeliveryTests {
  private let moment = Sample.moment

  @Test("What waits is read soonest first, on each clock", arguments: StoreKind.allCases)
  func waiting(_ kind: StoreKind) throws {
    let (store, folder) = try kind.make()
    defer { withExtendedLifetime(folder) {} }
    _ = try store.add(
      [
        try Sample.new("c", due: -1), try Sample.elapsed("b", due: -2),
        try Sample.new("a", due: -3), try Sample.new("later", due: 1),
      ], limit: .standard)
    let due = try Sample.due(in: store)
    #expect(due.map(\.identifier) == ["a", "b", "c"])
    #expect(try due[0].request() == Sample.new("a", due: -3).request)
    #expect(try store.read(.nextDue(app: nil)).wall == moment.wall - 3)
    let late = WaitingQuery(moment: moment, until: .seconds(2), limit: 9)
    #expect(try store.read(.waiting(late)).flatMap(\.requests).map(\.identifier) == ["a", "b"])
    let fresh = WaitingQuery(moment: moment, since: .seconds(2), limit: 1)
    let lists = try store.read(.waiting(fresh))
    #expect(lists.flatMap(\.requests).map(\.identifier) == ["c"])
    #expect(lists.map(\.isComplete) == [false, true, true, true])
    let all = WaitingQuery(moment: moment, limit: 2)
    let known = due[0].id
    let rest = try store.read(.waiting(all) { $0 == known })
    #expect(rest[0].requests.map(\.identifier) == ["c", "later"] && rest[0].isComplete)
  }

  @Test("One app's are read alone", arguments: StoreKind.allCases)
  func scope(_ kind: StoreKind) throws {
    let (store, folder) = try kind.make()
    defer { withExtendedLifetime(folder) {} }
    _ = try store.add(
      [try Sample.new("a", due: -1), try Sample.new("x", app: "other", due: -20)],
      limit: .standard)
    #expect(try Sample.due(in: store, app: "app").map(\.identifier) == ["a"])
    #expect(try store.read(.nextDue(app: "app")).wall == moment.wall - 1)
  }

  @Test(
    "A delivered request goes to the list, newest first, once by identifier",
    arguments: StoreKind.allCases)
  func delivered(_ kind: StoreKind) throws {
    let (store, folder) = try kind.make()
    defer { withExtendedLifetime(folder) {} }
    for (identifier, offset) in [("a", 0.0), ("b", 1), ("a", 2)] {
      _ = try store.add([try Sample.new(identifier, due: -5)], limit: .standard)
      try Sample.deliver(in: store, at: moment.wall + offset)
    }
    let delivered = try store.fetch(.delivered(app: nil))
    #expect(delivered.map(\.request.identifier) == ["a", "b"])
    #expect(delivered.map(\.date) == [moment.wall + 2, moment.wall + 1])
    #expect(delivered[0].dueDate == moment.wall - 5)
    #expect(try store.fetch(.delivered(app: "app", identifier: "b")) == [delivered[1]])
    #expect(try store.fetch(.pending(app: nil)).isEmpty)
    #expect(try store.read(.counts()) == StoreCounts(delivered: 2))
    #expect(try store.apply(.removed(app: "app", identifiers: ["b"], at: moment.wall)) == 1)
    #expect(try store.fetch(.delivered(app: "app", identifier: "b")).isEmpty)
    try store.prune(before: moment.wall + 10)
    #expect(try store.fetch(.delivered(app: "app")).isEmpty)
  }

  @Test("A response that no app takes is forgotten with the notifications of its time")
  func responses() throws {
    let store = NotificationStore()
    for offset in [0.0, 20] {
      try store.apply(
        .responded(
          NotificationResponse(
            app: "app", requestIdentifier: "\(offset)", actionIdentifier: "open", text: nil,
            date: moment.wall + offset, notification: nil)))
    }
    try store.prune(before: moment.wall + 10)
    #expect(try store.fetch(.responses()).map(\.response.requestIdentifier) == ["20.0"])
  }

  @Test("A request that repeats waits for its next date", arguments: StoreKind.allCases)
  func next(_ kind: StoreKind) throws {
    let (store, folder) = try kind.make()
    defer { withExtendedLifetime(folder) {} }
    _ = try store.add([try Sample.new("a", due: -5)], limit: .standard)
    let waiting = try #require(try Sample.due(in: store).first)
    let next = DueTime.wall(date: moment.wall + 60, local: 7)
    let end = Settlement(waiting, .delivered(at: moment.wall), next: next)
    // Once or twice, it is the same: what is replayed counts once.
    for _ in 0..<2 { store.settle([end]) }
    #expect(try store.fetch(.pending(app: "app", identifier: "a")).first?.due == next)
    let after = WaitingQuery(moment: moment, limit: 9)
    #expect(try store.read(.waiting(after)).flatMap(\.requests).map(\.id.occurrence) == [1])
    #expect(try store.fetch(.delivered(app: nil)).count == 1)
  }

  @Test("The end of a later date counts, whichever is recorded first")
  func order() throws {
    let store = NotificationStore()
    _ = try store.add([try Sample.new("a", due: -5)], limit: .standard)
    let first = try #require(try Sample.due(in: store).first)
    func due(_ offset: Double) -> DueTime { .wall(date: moment.wall + offset, local: 0) }
    let second = first.next(due(60))
    let ends = [(second, due(120)), (first, due(60))].map {
      Settlement($0.0, .delivered(at: moment.wall), next: $0.1)
    }
    store.settle(ends)
    #expect(try store.fetch(.pending(app: "app", identifier: "a")).first?.due == due(120))
  }

  @Test(
    "A request that was replaced while it was delivered stays as the new one",
    arguments: StoreKind.allCases)
  func replacedMeanwhile(_ kind: StoreKind) throws {
    let (store, folder) = try kind.make()
    defer { withExtendedLifetime(folder) {} }
    _ = try store.add([try Sample.new("a", due: -5)], limit: .standard)
    let waiting = try Sample.due(in: store)
    _ = try store.add([try Sample.new("a", due: 500)], limit: .standard)
    store.settle(waiting.map { Settlement($0, .delivered(at: moment.wall)) })
    #expect(try store.fetch(.pending(app: nil)).map(\.due.date) == [moment.wall + 500])
    #expect(try store.fetch(.delivered(app: nil)).count == 1)
  }

  @Test("No number is given twice, and later requests have greater ones")
  func numbers() throws {
    let store = NotificationStore()
    var last: Int64 = 0
    for number in 0..<200 {
      _ = try store.add([try Sample.new("\(number % 3)", due: -5)], limit: .standard)
      let new = try #require(try Sample.due(in: store).map(\.id.request).max())
      #expect(new > last)
      last = new
    }
  }

  @Test("Whatever there is, a part of it is read at a time", arguments: StoreKind.allCases)
  func pages(_ kind: StoreKind) throws {
    let (store, folder) = try kind.make()
    defer { withExtendedLifetime(folder) {} }
    let count = 1_300
    _ = try store.add(
      try (0..<count).map { try Sample.new("\($0)", due: -Double($0)) }, limit: .unlimited)
    _ = try store.add([try Sample.elapsed("soon", due: -5_000)], limit: .unlimited)
    #expect(try store.read(.counts()) == StoreCounts(pending: count + 1))
    #expect(
      try store.fetch(.pending(limit: 2)).map(\.request.identifier) == ["soon", "\(count - 1)"])
    var names: [String] = []
    try store.forEach(.pending()) { request in
      names.append(request.request.identifier)
      return true
    }
    #expect(names == ["soon"] + (0..<count).reversed().map { "\($0)" })
    try Sample.deliver(in: store)
    var delivered = 0
    try store.forEach(.delivered(app: "app")) { _ in
      delivered += 1
      return delivered < 1_000
    }
    #expect(delivered == 1_000)
  }

  @Test(
    "What is older than the grace is missed; what repeats is not", arguments: StoreKind.allCases)
  func expiry(_ kind: StoreKind) throws {
    let (store, folder) = try kind.make()
    defer { withExtendedLifetime(folder) {} }
    let daily = ScheduledRequest(
      request: Sample.request(
        "daily", trigger: .calendar(try CalendarTrigger(.init(hour: 7), repeats: true))),
      due: .wall(date: moment.wall - 500, local: 0), added: moment.wall)
    _ = try store.add(
      [
        try Sample.new("old", due: -101), try Sample.new("young", due: -99),
        try Sample.elapsed("slow", due: -101), daily,
      ], limit: .standard)
    #expect(try store.apply(.expired(at: moment, grace: .seconds(100), app: nil)) == 2)
    #expect(try store.identifiers() == ["daily", "young"])
    let missed = try store.fetch(.missed(app: "app"))
    #expect(Set(missed.map(\.identifier)) == ["old", "slow"])
    #expect(missed.allSatisfy { $0.reason == .tooLate && $0.count == 1 })
  }

  @Test(
    "Elapsed time is counted on by the date after a new start of the machine",
    arguments: StoreKind.allCases)
  func reanchoring(_ kind: StoreKind) throws {
    let (store, folder) = try kind.make()
    defer { withExtendedLifetime(folder) {} }
    _ = try store.add([try Sample.elapsed("a", due: 100)], limit: .standard)
    var later = moment
    later.wall += 3_600
    try store.apply(.anchored(at: later))
    #expect(try store.read(.nextDue(app: nil)).elapsed == moment.elapsed + .seconds(100))
    #expect(try store.fetch(.pending(app: nil)).first?.due.date == moment.wall + 3_700)
    let rebooted = Moment(wall: later.wall + 40, elapsed: .seconds(5), boot: "second")
    try store.apply(.anchored(at: rebooted))
    #expect(try store.read(.nextDue(app: nil)).elapsed == .seconds(65))
    #expect(try store.fetch(.pending(app: nil)).first?.due.date == moment.wall + 3_700)
  }
}
