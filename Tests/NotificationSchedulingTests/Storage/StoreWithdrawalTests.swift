import Foundation
import LinuxProcess
import NotificationScheduling
import NotificationStorage
import NotificationTypes
import Testing
import Triggers

@Suite("What is withdrawn between its banner and the record of its delivery")
struct StoreWithdrawalTests {
  enum Way: CaseIterable, Sendable {
    case removed, cancelled

    func change(app: String? = "app", _ identifiers: [String]?, at date: Date) -> StoreChange {
      switch self {
      case .removed: .removed(app: app, identifiers: identifiers, at: date)
      case .cancelled: .cancelled(app: app, identifiers: identifiers, at: date)
      }
    }
  }

  private let moment = Sample.moment

  private func listed(in store: NotificationStore) throws -> [String] {
    try store.fetch(.delivered()).map(\.request.identifier)
  }

  @Test("It is in no list", arguments: StoreKind.allCases, Way.allCases)
  func withdrawn(_ kind: StoreKind, _ way: Way) throws {
    let (store, folder) = try kind.make()
    defer { withExtendedLifetime(folder) {} }
    _ = try store.add(
      [
        try Sample.new("a", due: -5), try Sample.new("b", due: -5),
        try Sample.new("c", app: "other", due: -5),
      ], limit: .standard)
    let ends = try Sample.due(in: store).map {
      Settlement($0, .delivered(at: moment.wall))
    }
    try store.apply(way.change(["a"], at: moment.wall + 0.001))
    store.settle(ends)
    #expect(try Set(listed(in: store)) == ["b", "c"])
  }

  @Test("With all of its app it is in no list, and other apps' are", arguments: Way.allCases)
  func all(_ way: Way) throws {
    let store = NotificationStore()
    _ = try store.add(
      [try Sample.new("a", due: -5), try Sample.elapsed("b", due: -5)], limit: .standard)
    _ = try store.add([try Sample.new("c", app: "other", due: -5)], limit: .standard)
    let ends = try Sample.due(in: store).map {
      Settlement($0, .delivered(at: moment.wall))
    }
    try store.apply(way.change(nil, at: moment.wall + 0.001))
    store.settle(ends)
    #expect(try listed(in: store) == ["c"])
  }

  @Test(
    "A removal by a clock that was years ahead keeps nothing out when the clock is right",
    arguments: [nil, ["a"]])
  func wrongClock(_ identifiers: [String]?) throws {
    let store = NotificationStore()
    _ = try store.add([try Sample.new("a", due: -5)], limit: .standard)
    let ahead = moment.wall + 100_000_000
    try store.apply(.removed(app: "app", identifiers: identifiers, at: ahead))
    try store.apply(.anchored(at: moment))
    store.settle(
      try Sample.due(in: store).map { Settlement($0, .delivered(at: moment.wall)) })
    #expect(try listed(in: store) == ["a"])
  }

  @Test("A removal before it has reached the user is about an earlier one")
  func earlier() throws {
    let store = NotificationStore()
    _ = try store.add([try Sample.new("a", due: -5)], limit: .standard)
    try store.apply(Way.removed.change(["a"], at: moment.wall - 0.001))
    try Sample.deliver(in: store)
    #expect(try listed(in: store) == ["a"])
  }

  @Test("A sound that was heard while the banner waits is not listed either")
  func heard() throws {
    let store = NotificationStore()
    _ = try store.add([try Sample.new("a", due: -5)], limit: .standard)
    let waiting = try #require(try Sample.due(in: store).first)
    try store.apply(Way.removed.change(["a"], at: moment.wall + 0.1))
    try store.apply(.listed(waiting, at: moment.wall))
    #expect(try listed(in: store).isEmpty)
  }

  @Test("The next date of a request that repeats is listed again, and the note goes in time")
  func next() throws {
    let store = NotificationStore()
    _ = try store.add([try Sample.new("a", due: -5)], limit: .standard)
    let first = try #require(try Sample.due(in: store).first)
    let due = DueTime.wall(date: moment.wall + 60, local: 0)
    try store.apply(Way.removed.change(["a"], at: moment.wall + 0.001))
    store.settle([Settlement(first, .delivered(at: moment.wall), next: due)])
    #expect(try listed(in: store).isEmpty)
    let note = "withdrawn \(first.id.request)"
    #expect(try store.read(.note(note)) != nil)
    store.settle([Settlement(first.next(due), .delivered(at: moment.wall + 60))])
    #expect(try listed(in: store) == ["a"])
    try store.prune(before: moment.wall + 30)
    #expect(try store.read(.note(note)) == nil)
    #expect(try listed(in: store) == ["a"])
  }

  @Test("Who removes what waits for a later date leaves no note")
  func waiting() throws {
    let store = NotificationStore()
    _ = try store.add([try Sample.new("a", due: 5)], limit: .standard)
    try store.apply(Way.removed.change(["a"], at: moment.wall))
    let number = try #require(
      try store.read(.waiting(WaitingQuery(moment: moment, limit: 1))).flatMap(\.requests).first)
    #expect(try store.read(.note("withdrawn \(number.id.request)")) == nil)
  }
}
