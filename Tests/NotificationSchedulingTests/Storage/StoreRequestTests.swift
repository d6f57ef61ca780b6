import Foundation
import LinuxProcess
import NotificationStorage
import NotificationTypes
import Testing
import Triggers

@testable import NotificationScheduling

@Suite("Requests in a store, in memory and in SQLite alike")
struct StoreRequestTests {
  @Test("They come back as they were added, soonest first", arguments: StoreKind.allCases)
  func order(_ kind: StoreKind) throws {
    let (store, folder) = try kind.make()
    defer { withExtendedLifetime(folder) {} }
    let requests = [
      try Sample.new("c", due: 30), try Sample.new("a", due: 10), try Sample.elapsed("b", due: 20),
      ScheduledRequest(
        request: Sample.request("never"), due: .crossing(region: "home"),
        added: Sample.moment.wall),
    ]
    let additions = try store.add(requests, limit: .unlimited)
    #expect(additions == [.added, .added, .added, .added])
    #expect(try store.identifiers() == ["a", "b", "c", "never"])
    let found = try store.fetch(.pending(app: "app"))
    #expect(found.map(\.request) == [1, 2, 0, 3].map { requests[$0].request })
    #expect(found.map(\.due) == [1, 2, 0, 3].map { requests[$0].due })
    #expect(try store.fetch(.pending(app: "other")).isEmpty)
  }

  @Test(
    "One with the same identifier takes the place of the other, in its own app alone",
    arguments: StoreKind.allCases)
  func replacement(_ kind: StoreKind) throws {
    let (store, folder) = try kind.make()
    defer { withExtendedLifetime(folder) {} }
    _ = try store.add([try Sample.new("a", due: 10)], limit: .standard)
    let again = try store.add(
      [try Sample.new("a", due: 50), try Sample.new("a", app: "other", due: 5)],
      limit: .standard)
    #expect(again == [.replaced, .added])
    #expect(try store.fetch(.pending(app: "app")).map(\.due.date) == [Sample.moment.wall + 50])
    #expect(try store.fetch(.pending(app: "other", identifier: "a")).first != nil)
    #expect(try store.fetch(.pending(app: "other", identifier: "b")).first == nil)
  }

  @Test("They are taken back by identifier, by app or all", arguments: StoreKind.allCases)
  func removal(_ kind: StoreKind) throws {
    let (store, folder) = try kind.make()
    defer { withExtendedLifetime(folder) {} }
    for app in ["app", "other"] {
      _ = try store.add(
        try ["a", "b", "c"].map { try Sample.new($0, app: app, due: 1) }, limit: .standard)
    }
    #expect(try store.apply(.cancelled(app: "app", identifiers: ["a", "none"], at: Date())) == 1)
    #expect(try store.apply(.cancelled(app: nil, identifiers: ["b"], at: Date())) == 2)
    #expect(try store.apply(.cancelled(app: "other", identifiers: nil, at: Date())) == 2)
    #expect(try store.identifiers() == ["c"])
    #expect(try store.apply(.cancelled(app: nil, identifiers: nil, at: Date())) == 1)
  }

  // MARK: The limit

  @Test(
    "Of 65 requests the soonest 64 stay, and the other one is named", arguments: StoreKind.allCases)
  func soonestStay(_ kind: StoreKind) throws {
    let (store, folder) = try kind.make()
    defer { withExtendedLifetime(folder) {} }
    let requests = try (0..<64).map { try Sample.new("\($0)", due: Double($0) * 10 + 100) }
    #expect(try store.add(requests, limit: .standard).allSatisfy { $0 == .added })
    let late = try store.add([try Sample.new("late", due: 9_999)], limit: .standard)
    #expect(late == [.refusedByLimit(64)])
    let soon = try store.add([try Sample.new("soon", due: 1)], limit: .standard)
    #expect(soon == [.addedEvicting(requests[63].request)])
    let missed = try store.fetch(.missed(app: nil))
    #expect(missed.map(\.identifier) == ["63"] && missed.map(\.reason) == [.limit])
    #expect(missed.first?.dueDate == requests[63].due.date)
    let other = try store.add([try Sample.new("x", app: "other", due: 9_999)], limit: .standard)
    #expect(other == [.added])
    let replaced = try store.add([try Sample.new("5", due: 9_999)], limit: .standard)
    #expect(replaced == [.replaced])
    #expect(try store.fetch(.pending(app: "app")).count == 64)
  }

  @Test(
    "What is due at once takes no place, and none from others", arguments: StoreKind.allCases)
  func atOnce(_ kind: StoreKind) throws {
    let (store, folder) = try kind.make()
    defer { withExtendedLifetime(folder) {} }
    func now(_ identifier: String) -> ScheduledRequest {
      ScheduledRequest(
        request: Sample.request(identifier), due: .wall(date: Sample.moment.wall, local: 0),
        added: Sample.moment.wall)
    }
    for limit in [PendingLimit.keepSoonest(2), .keepLastAdded(2), .refuseNew(2)] {
      try store.apply(.cancelled(app: nil, identifiers: nil, at: Date()))
      let first = try store.add([now("x"), now("y"), now("z")], limit: limit)
      #expect(first == [.added, .added, .added])
      let timed = [try Sample.new("a", due: 10), try Sample.new("b", due: 20)]
      #expect(try store.add(timed, limit: limit) == [.added, .added])
      #expect(try store.add([now("w")], limit: limit) == [.added])
      let third = try store.add([try Sample.new("c", due: 5)], limit: limit)
      #expect(third != [.added])
      #expect(Set(try store.identifiers()).isSuperset(of: ["w", "x", "y", "z"]))
      #expect(try store.identifiers().count == 6)
    }
  }

  @Test("By the other limits the last added stay, or what is there", arguments: StoreKind.allCases)
  func otherLimits(_ kind: StoreKind) throws {
    let (store, folder) = try kind.make()
    defer { withExtendedLifetime(folder) {} }
    let first = try Sample.new("first", due: 1)
    _ = try store.add([first, try Sample.new("second", due: 2)], limit: .keepLastAdded(2))
    let third = try store.add([try Sample.new("third", due: 3)], limit: .keepLastAdded(2))
    #expect(third == [.addedEvicting(first.request)])
    let fourth = try store.add([try Sample.new("fourth", due: 0.5)], limit: .refuseNew(2))
    #expect(fourth == [.refusedByLimit(2)])
    #expect(try store.identifiers() == ["second", "third"])
  }

  // MARK: Notes and crossings

  @Test("A note stays until it is written again", arguments: StoreKind.allCases)
  func notes(_ kind: StoreKind) throws {
    let (store, folder) = try kind.make()
    defer { withExtendedLifetime(folder) {} }
    #expect(try store.read(.note("k")) == nil)
    try store.apply(.noted("k", "1"))
    try store.apply(.noted("k", "2"))
    #expect(try store.read(.note("k")) == "2")
  }

  @Test(
    "A crossing makes the requests of its region and direction due", arguments: StoreKind.allCases)
  func crossing(_ kind: StoreKind) throws {
    let (store, folder) = try kind.make()
    defer { withExtendedLifetime(folder) {} }
    let entry = try RegionTrigger(
      identifier: "home", latitude: 52, longitude: 13, radius: 100, notifiesOnExit: false)
    let both = try RegionTrigger(identifier: "home", latitude: 52, longitude: 13, radius: 100)
    for (name, trigger) in [("entry", entry), ("both", both)] {
      _ = try store.add(
        [
          ScheduledRequest(
            request: Sample.request(name, trigger: .region(trigger)),
            due: .crossing(region: "home"), added: Sample.moment.wall)
        ], limit: .standard)
    }
    #expect(try store.read(.nextDue(app: nil)) == NextDue())
    let away = RegionCrossing(app: "app", region: "work", direction: .exit)
    #expect(try store.apply(.crossed(away, at: Sample.moment)) == 0)
    // Another app may have a region of this name.
    let others = RegionCrossing(app: "other", region: "home", direction: .exit)
    #expect(try store.apply(.crossed(others, at: Sample.moment)) == 0)
    let exit = RegionCrossing(app: "app", region: "home", direction: .exit)
    #expect(try store.apply(.crossed(exit, at: Sample.moment)) == 1)
    #expect(try Sample.due(in: store).map(\.identifier) == ["both"])
  }
}
