import Foundation
import NotificationScheduling
import NotificationTypes
import Testing

@Suite("Claims and their ends in a store, in memory and in SQLite alike")
struct StoreDeliveryTests {
  private let moment = Sample.moment

  @Test("What is due is claimed once, soonest first, on both clocks", arguments: StoreKind.allCases)
  func claims(_ kind: StoreKind) throws {
    let (store, folder) = try kind.make()
    defer { withExtendedLifetime(folder) {} }
    _ = try store.add(
      [
        try Sample.new("c", due: -1), try Sample.elapsed("b", due: -2),
        try Sample.new("a", due: -3), try Sample.new("later", due: 1),
      ], limit: .standard)
    let peeked = try store.peekDue(Sample.order())
    #expect(peeked.map(\.identifier) == ["a", "b", "c"])
    let claims = try store.claimDue(Sample.order())
    #expect(claims.map(\.identifier) == ["a", "b", "c"])
    #expect(claims.allSatisfy { $0.attempt == 1 })
    #expect(try claims[0].request() == Sample.new("a", due: -3).request)
    #expect(try store.claimDue(Sample.order()).isEmpty)
    #expect(try store.nextDue(app: nil) == NextDue(wall: moment.wall + 1))
    #expect(try store.claimOwners() == ["scheduler"])
    #expect(try store.requests(app: nil).map(\.state) == [.claimed, .claimed, .claimed, .pending])
  }

  @Test("An order may ask for one app, for a few, and for what is not late", arguments: StoreKind.allCases)
  func orders(_ kind: StoreKind) throws {
    let (store, folder) = try kind.make()
    defer { withExtendedLifetime(folder) {} }
    _ = try store.add(
      try (0..<5).map { try Sample.new("\($0)", due: Double($0) - 10) }, limit: .standard)
    _ = try store.add([try Sample.new("x", app: "other", due: -20)], limit: .standard)
    let fresh = ClaimOrder(
      moment: moment, noLaterThan: .seconds(8), limit: 100, owner: "scheduler")
    #expect(try store.claimDue(fresh).map(\.identifier) == ["3", "4"])
    #expect(try store.nextDue(app: "app").wall == moment.wall - 10)
    let mine = Sample.order(limit: 2, app: "app")
    #expect(try store.claimDue(mine).map(\.identifier) == ["0", "1"])
    #expect(try store.claimDue(Sample.order(app: "other")).map(\.identifier) == ["x"])
  }

  @Test("A delivered request goes to the list, newest first, once by identifier", arguments: StoreKind.allCases)
  func delivered(_ kind: StoreKind) throws {
    let (store, folder) = try kind.make()
    defer { withExtendedLifetime(folder) {} }
    for (identifier, offset) in [("a", 0.0), ("b", 1), ("a", 2)] {
      _ = try store.add([try Sample.new(identifier, due: -5)], limit: .standard)
      let claims = try store.claimDue(Sample.order())
      try store.settle(
        claims.map {
          Settlement(
            claim: $0, outcome: .delivered(at: moment.wall + offset, next: nil))
        })
    }
    let delivered = try store.delivered(app: nil)
    #expect(delivered.map(\.request.identifier) == ["a", "b"])
    #expect(delivered.map(\.date) == [moment.wall + 2, moment.wall + 1])
    #expect(delivered[0].dueDate == moment.wall - 5)
    #expect(try store.requests(app: nil).isEmpty)
    #expect(try store.removeDelivered(app: "app", identifiers: ["b"]) == 1)
    try store.prune(before: moment.wall + 10)
    #expect(try store.delivered(app: "app").isEmpty)
  }

  @Test("A request that repeats waits for its next date", arguments: StoreKind.allCases)
  func next(_ kind: StoreKind) throws {
    let (store, folder) = try kind.make()
    defer { withExtendedLifetime(folder) {} }
    _ = try store.add([try Sample.new("a", due: -5)], limit: .standard)
    let claim = try #require(try store.claimDue(Sample.order()).first)
    let next = DueTime.wall(date: moment.wall + 60, local: 7)
    try store.settle([
      Settlement(claim: claim, outcome: .delivered(at: moment.wall, next: next))
    ])
    let waiting = try #require(try store.request(app: "app", identifier: "a"))
    #expect(waiting.due == next)
    #expect(waiting.state == .pending && waiting.attempts == 0)
  }

  @Test("A request that was replaced while it was delivered stays as the new one", arguments: StoreKind.allCases)
  func replacedMeanwhile(_ kind: StoreKind) throws {
    let (store, folder) = try kind.make()
    defer { withExtendedLifetime(folder) {} }
    _ = try store.add([try Sample.new("a", due: -5)], limit: .standard)
    let claims = try store.claimDue(Sample.order())
    _ = try store.add([try Sample.new("a", due: 500)], limit: .standard)
    try store.settle(
      claims.map { Settlement(claim: $0, outcome: .delivered(at: moment.wall, next: nil)) })
    #expect(try store.requests(app: nil).map(\.due.date) == [moment.wall + 500])
    #expect(try store.delivered(app: nil).count == 1)
  }

  @Test("A released claim is as if it had not been", arguments: StoreKind.allCases)
  func released(_ kind: StoreKind) throws {
    let (store, folder) = try kind.make()
    defer { withExtendedLifetime(folder) {} }
    _ = try store.add([try Sample.new("a", due: -5)], limit: .standard)
    let before = try store.requests(app: nil)
    let claims = try store.claimDue(Sample.order())
    try store.settle(claims.map { Settlement(claim: $0, outcome: .released) })
    #expect(try store.requests(app: nil) == before)
  }

  @Test("What was only looked at is settled if nobody has touched it since", arguments: StoreKind.allCases)
  func peeked(_ kind: StoreKind) throws {
    let (store, folder) = try kind.make()
    defer { withExtendedLifetime(folder) {} }
    _ = try store.add(
      [try Sample.new("a", due: -5), try Sample.new("b", due: -4)], limit: .standard)
    let peeked = try store.peekDue(Sample.order())
    _ = try store.add([try Sample.new("b", due: 50)], limit: .standard)
    try store.settle(
      peeked.map { Settlement(claim: $0, outcome: .delivered(at: moment.wall, next: nil)) })
    #expect(try store.requests(app: nil).map(\.due.date) == [moment.wall + 50])
    #expect(try store.delivered(app: nil).count == 2)
  }

  @Test("Of a dead owner's claims the first has perhaps begun, the others have not", arguments: StoreKind.allCases)
  func recovery(_ kind: StoreKind) throws {
    let (store, folder) = try kind.make()
    defer { withExtendedLifetime(folder) {} }
    _ = try store.add(
      [try Sample.new("a", due: -5), try Sample.new("b", due: -4)], limit: .standard)
    for attempt in 1...3 {
      #expect(try store.claimDue(Sample.order()).map(\.attempt) == [attempt, 1])
      let recovery = try store.recoverClaims(of: "scheduler", maximumAttempts: 3)
      #expect(recovery.releasedCount == (attempt < 3 ? 2 : 1))
      #expect(recovery.exhausted.map(\.identifier) == (attempt < 3 ? [] : ["a"]))
    }
    #expect(try store.recoverClaims(of: "nobody", maximumAttempts: 3).releasedCount == 0)
  }

  @Test("What is older than the grace is missed; what repeats is not", arguments: StoreKind.allCases)
  func expiry(_ kind: StoreKind) throws {
    let (store, folder) = try kind.make()
    defer { withExtendedLifetime(folder) {} }
    let daily = NewRequest(
      request: Sample.request(
        "daily", trigger: .calendar(try CalendarTrigger(.init(hour: 7), repeats: true))),
      due: .wall(date: moment.wall - 500, local: 0), added: moment.wall)
    _ = try store.add(
      [
        try Sample.new("old", due: -101), try Sample.new("young", due: -99),
        try Sample.elapsed("slow", due: -101), daily,
      ], limit: .standard)
    #expect(try store.expire(at: moment, grace: .seconds(100), app: nil) == 2)
    #expect(try store.identifiers() == ["daily", "young"])
    let missed = try store.missed(app: "app")
    #expect(Set(missed.map(\.identifier)) == ["old", "slow"])
    #expect(missed.allSatisfy { $0.reason == .tooLate && $0.count == 1 })
  }

  @Test("Responses are handed over once, in order", arguments: StoreKind.allCases)
  func responses(_ kind: StoreKind) throws {
    let (store, folder) = try kind.make()
    defer { withExtendedLifetime(folder) {} }
    let responses = ["open", "snooze"].map {
      NotificationResponse(
        app: "app", requestIdentifier: "a", actionIdentifier: $0, date: moment.wall)
    }
    for response in responses { try store.record(response) }
    #expect(try store.takeResponses(app: "other").isEmpty)
    #expect(try store.takeResponses(app: "app") == responses)
    #expect(try store.takeResponses(app: "app").isEmpty)
  }

  @Test("Elapsed time is counted on by the date after a new start of the machine", arguments: StoreKind.allCases)
  func reanchoring(_ kind: StoreKind) throws {
    let (store, folder) = try kind.make()
    defer { withExtendedLifetime(folder) {} }
    _ = try store.add([try Sample.elapsed("a", due: 100)], limit: .standard)
    var later = moment
    later.wall += 3_600
    try store.reanchor(at: later)
    #expect(try store.nextDue(app: nil).elapsed == moment.elapsed + .seconds(100))
    #expect(try store.requests(app: nil).first?.due.date == moment.wall + 3_700)
    let rebooted = Moment(wall: later.wall + 40, elapsed: .seconds(5), boot: "second")
    try store.reanchor(at: rebooted)
    #expect(try store.nextDue(app: nil).elapsed == .seconds(65))
    #expect(try store.requests(app: nil).first?.due.date == moment.wall + 3_700)
  }
}
