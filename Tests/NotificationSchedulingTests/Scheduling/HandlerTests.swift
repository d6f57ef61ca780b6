import Foundation
import NotificationScheduling
import NotificationTypes
import Synchronization
import TestSupport
import Testing
import Triggers

@testable import NotificationStorage

@Suite("The end of a delivery is recorded when its handler returns")
struct HandlerTests {
  private static let count = 200
  private let folder: TemporaryFolder
  private let state: StoreFolder
  private let schedule: NotificationSchedule

  init() throws {
    folder = try TemporaryFolder()
    state = StoreFolder(path: folder.path("state"))
    schedule = NotificationSchedule(store: try NotificationStore(folder: state), limit: .unlimited)
    let now = Date()
    let requests = (0..<Self.count).map {
      ScheduledRequest(
        request: Sample.request("\($0)"), due: .wall(date: now, local: 0), added: now)
    }
    _ = try schedule.store.add(requests, limit: .unlimited)
  }

  /// How many deliveries had ended in the log at each call of a handler.
  private final class Calls: Sendable {
    private let ended = Mutex<[Int]>([])
    var all: [Int] { ended.withLock { $0 } }

    func note(_ state: StoreFolder) {
      let records = DeliveryLog.records(of: "scheduler", in: state, after: 0)
      ended.withLock { $0.append(records.count { $0.kind == .delivered }) }
    }
  }

  @Test("Of many that are due at once, each is recorded before the next one is handled")
  func inOrder() async throws {
    let (calls, state) = (Calls(), state)
    let scheduler = Scheduler(for: schedule) { _ in calls.note(state) }
    let running = Task { try await scheduler.run() }
    try await eventually("all are handled") { calls.all.count >= Self.count }
    await scheduler.stop()
    try await running.value
    #expect(calls.all == Array(0..<Self.count))
  }
}
