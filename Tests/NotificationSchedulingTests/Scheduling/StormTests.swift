import Foundation
@testable import NotificationScheduling
import NotificationTypes
import TestSupport
import Testing

@Suite("Ten thousand notifications that are due at once")
struct StormTests {
  private static let count = 10_000

  @Test("All are delivered in order and recorded, none twice", arguments: StoreKind.allCases)
  func storm(kind: StoreKind) async throws {
    let (store, folder) = try kind.make()
    defer { withExtendedLifetime(folder) {} }
    let requests = try (0..<Self.count).map { try Sample.new("\($0)", due: -0.5) }
    _ = try store.add(requests, limit: .unlimited)
    let host = try Host(store: store)
    await host.start()
    #expect(host.identifiers == (0..<Self.count).map { "\($0)" })
    #expect(try store.requests(app: nil).isEmpty)
    let recorded = try store.delivered(app: nil).map(\.request.identifier)
    #expect(recorded.count == Self.count)
    #expect(Set(recorded) == Set(host.identifiers))
    #expect(try store.missed(app: nil).isEmpty)
    try await host.stop()
  }
}

@Suite("The file in which a handler's work is noted before the store has it")
struct DeliveryProgressTests {
  /// A store with claims of a scheduler that has died, and the first `count` of them as delivered.
  private func deadScheduler(
    _ requests: [NewRequest], delivered count: Int
  ) throws -> (store: NotificationStore, folder: TemporaryFolder) {
    let folder = try TemporaryFolder()
    let state = StoreFolder(path: folder.path("state"))
    let store = try NotificationStore(folder: state)
    _ = try store.add(requests, limit: .unlimited)
    // Another start of the machine: its process is dead for certain.
    let owner = ClaimOwner(lock: SchedulerLock.Scope.everyApp.owner, boot: "earlier")
    let claims = try store.claimDue(Sample.order(owner: owner.text))
    #expect(claims.count == requests.count)
    let progress = try #require(
      DeliveryProgress(state.progress(of: SchedulerLock.Scope.everyApp.owner)))
    for (number, claim) in claims.prefix(count).enumerated() {
      #expect(progress.note(.init(token: claim.token, date: Sample.moment.wall), number: number))
    }
    return (store, folder)
  }

  @Test("What is noted there counts as delivered, and is not delivered again")
  func noted() async throws {
    let requests = try (0..<5).map { try Sample.new("\($0)", due: Double($0) - 10) }
    let (store, folder) = try deadScheduler(requests, delivered: 3)
    defer { withExtendedLifetime(folder) {} }
    let host = try Host(store: store)
    await host.start()
    #expect(host.identifiers == ["3", "4"])
    // Only the fourth can have begun before the end.
    #expect(host.delivered.map(\.attempt) == [2, 1])
    #expect(
      try store.delivered(app: nil).map(\.request.identifier).sorted() == (0..<5).map(String.init))
    #expect(try store.requests(app: nil).isEmpty)
    try await host.stop()
  }

  @Test("A noted one that repeats waits for its next date")
  func repeating() async throws {
    let trigger = NotificationTrigger.timeInterval(
      try TimeIntervalTrigger(.seconds(100), repeats: true))
    let due = DueTime.elapsed(
      Sample.moment.elapsed - .seconds(1), boot: Sample.moment.boot,
      estimate: Sample.moment.wall - 1)
    let request = NewRequest(
      request: Sample.request("beat", trigger: trigger), due: due, added: Sample.moment.wall - 101)
    let (store, folder) = try deadScheduler([request], delivered: 1)
    defer { withExtendedLifetime(folder) {} }
    let host = try Host(store: store)
    await host.start()
    #expect(host.identifiers.isEmpty)
    let waiting = try store.requests(app: nil)
    #expect(waiting.map(\.state) == [.pending])
    #expect(waiting.map(\.attempts) == [0])
    #expect(waiting.first?.due.date == Sample.moment.wall + 99)
    try await host.stop()
  }

  @Test("Entries of other claims, and bytes that are none, change nothing")
  func foreign() async throws {
    let requests = try (0..<3).map { try Sample.new("\($0)", due: Double($0) - 10) }
    let (store, folder) = try deadScheduler(requests, delivered: 0)
    defer { withExtendedLifetime(folder) {} }
    var random = SeededGenerator.printed(for: "progress")
    let bytes = (0..<9_999).map { _ in UInt8.random(in: 0...255, using: &random) }
    try folder.write(bytes, to: "state/scheduler.progress")
    let host = try Host(store: store)
    await host.start()
    #expect(host.identifiers == ["0", "1", "2"])
    #expect(try store.delivered(app: nil).count == 3)
    try await host.stop()
  }
}
