import Foundation
import LinuxProcess
import NotificationTypes
import Synchronization
import TestSupport
import Testing

@testable import NotificationScheduling
@testable import NotificationStorage

@Suite("A planned stop gives a delivery back: it is no attempt that has failed")
struct PlannedStopTests {
  private let folder: TemporaryFolder
  private let state: StoreFolder
  private let store: NotificationStore
  private let schedule: NotificationSchedule
  private let date = Sample.moment.wall

  init() throws {
    folder = try TemporaryFolder()
    state = StoreFolder(path: folder.path("state"))
    store = try NotificationStore(folder: state)
    schedule = NotificationSchedule(store: store, limit: .unlimited)
  }

  /// Runs a scheduler until its handler was called, and stops it while the handler waits.
  private func stopWithin(
    _ step: DeliveryStep? = nil, scope: SchedulerLock.Scope = .everyApp
  ) async throws -> DueNotification {
    let called = Mutex<DueNotification?>(nil)
    let scheduler = Scheduler(for: schedule, scope: scope) { due in
      if let step { due.note(step) }
      called.withLock { $0 = due }
      try await Task.sleep(for: .seconds(3_600))
    }
    let running = Task { try await scheduler.run() }
    try await eventually("the handler is called") { called.withLock { $0 != nil } }
    await scheduler.stop()
    try await running.value
    return try #require(called.withLock { $0 })
  }

  /// Runs a scheduler until it has delivered.
  private func deliver() async throws -> DueNotification {
    let called = Mutex<DueNotification?>(nil)
    let scheduler = Scheduler(for: schedule) { due in called.withLock { $0 = due } }
    let running = Task { try await scheduler.run() }
    try await eventually("the handler is called, or there is nothing to deliver") {
      try called.withLock { $0 != nil } || schedule.pending().isEmpty
    }
    await scheduler.settled()
    await scheduler.stop()
    try await running.value
    return try #require(called.withLock { $0 })
  }

  private func waitingID() throws -> DeliveryID {
    let number = try #require(try store.read(.numbers(of: .pending())).first)
    return try #require(try store.read(.waiting(number))).id
  }

  private func addOne() throws { _ = try schedule.add(Sample.request("alarm")) }

  @Test("After thirty stops it is delivered as if it were the first time, and is never missed")
  func thirty() async throws {
    try addOne()
    for _ in 1...30 {
      #expect(try await stopWithin().attempt == 1)
      #expect(BegunDeliveries(in: store).attempts(of: Sample.request("alarm")) == 0)
    }
    #expect(try await deliver().attempt == 1)
    #expect(try store.fetch(.missed()).isEmpty)
    #expect(try store.fetch(.delivered()).map(\.request.identifier) == ["alarm"])
    #expect(try schedule.pending().isEmpty)
  }

  @Test("What has reached the user before the stop does not come again")
  func steps() async throws {
    try addOne()
    for _ in 1...15 { _ = try await stopWithin(.presented) }
    let due = try await deliver()
    #expect(due.attempt == 1 && due.steps == [.presented] && due.isLate)
  }

  @Test("Schedulers that die still count, before and after planned stops")
  func crashes() async throws {
    try addOne()
    let id = try waitingID()
    func die(_ attempt: Int) throws {
      let log = try #require(try DeliveryLog(of: "scheduler", in: state, applied: 0))
      log.append(.begun, id, attempt: attempt, at: Date())
      log.end()
    }
    try die(1)
    try die(2)
    for _ in 1...12 { #expect(try await stopWithin().attempt == 3) }
    for attempt in 3...10 { try die(attempt) }
    let scheduler = Scheduler(for: schedule) { _ in Issue.record("it was begun ten times") }
    let running = Task { try await scheduler.run() }
    try await eventually("it is missed") { try store.fetch(.missed()).count == 1 }
    await scheduler.stop()
    try await running.value
    #expect(try store.fetch(.missed()).map(\.reason) == [.failed])
  }

  @Test("A stop in an app's own log does not take back what died in the daemon's since")
  func twoLogs() async throws {
    try addOne()
    _ = try await stopWithin(scope: .app("app"))
    let id = try waitingID()
    let log = try #require(try DeliveryLog(of: "scheduler", in: state, applied: 0))
    log.append(.begun, id, attempt: 1, at: Date())
    log.append(.heard, id, attempt: 1, at: Date())
    log.end()
    let due = try await deliver()
    #expect(due.attempt == 2 && due.steps == [.heard])
  }

  @Test("A log that goes round keeps what counts of a delivery that was given back")
  func round() throws {
    let (kept, free) = (
      DeliveryID(request: 1, occurrence: 0), DeliveryID(request: 2, occurrence: 0)
    )
    let log = try #require(try DeliveryLog(of: "scheduler", in: state, applied: 0))
    log.append(.begun, kept, attempt: 3, at: date)
    log.append(.presented, kept, attempt: 3, at: date)
    log.append(.released, kept, attempt: 3, at: date)
    log.append(.begun, free, attempt: 1, at: date)
    log.append(.released, free, attempt: 1, at: date)
    for number in 0..<DeliveryLog.smallest {
      let id = DeliveryID(request: 3, occurrence: number)
      log.append(.begun, id, attempt: 1, at: date)
      log.append(.delivered, id, attempt: 1, at: date)
    }
    let records = DeliveryLog.records(of: "scheduler", in: state, after: 0)
    let summaries = records.filter { $0.id == kept }
    #expect(!summaries.isEmpty)
    #expect(summaries.allSatisfy { $0.kind == .begun && $0.attempt == 2 })
    #expect(summaries.allSatisfy { $0.steps == [.presented] })
    #expect(!records.contains { $0.id == free })
  }
}
