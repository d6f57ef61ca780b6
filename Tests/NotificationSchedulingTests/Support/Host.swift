import Foundation
import LinuxProcess
import NotificationScheduling
import NotificationStorage
import NotificationTypes
import Synchronization
import TestSupport
import Triggers

/// A host with a scheduler whose time a test moves.
final class Host: Sendable {
  let clock: ManualClock
  let zones: ManualZones
  let schedule: NotificationSchedule
  private let log = Log()
  private let policy: LatePolicy
  private let running = Mutex<
    (scheduler: Scheduler, timer: ManualTimer, task: Task<Void, any Error>)?
  >(nil)

  private final class Log: Sendable {
    struct State {
      var delivered: [DueNotification] = []
      var sounds: [DueNotification] = []
      var failures = 0
    }
    let state = Mutex(State())
  }

  struct Refusal: Error {}

  init(
    store: NotificationStore = NotificationStore(), clock: ManualClock = ManualClock(),
    policy: LatePolicy = .standard
  ) throws {
    self.clock = clock
    self.policy = policy
    zones = try ManualZones()
    schedule = NotificationSchedule(
      store: store, clock: clock, timeZones: zones, limit: .unlimited)
  }

  /// What the handler got, in order.
  var delivered: [DueNotification] { log.state.withLock { $0.delivered } }
  /// The deliveries whose sounds begin again.
  var sounds: [DueNotification] { log.state.withLock { $0.sounds } }
  var identifiers: [String] { delivered.map(\.request.identifier) }

  /// The next deliveries fail.
  func failNext(_ count: Int) { log.state.withLock { $0.failures = count } }

  var scheduler: Scheduler? { running.withLock { $0?.scheduler } }
  var timer: ManualTimer? { running.withLock { $0?.timer } }

  /// Starts a scheduler and waits until it has nothing to do.
  func start() async {
    let timer = ManualTimer()
    let scheduler = Scheduler(
      for: schedule, scope: .everyApp, policy: policy, timer: timer, onChange: nil,
      handlersOn: QueueExecutor(label: "tocsin.handler"),
      soundHandler: { [log] due in log.state.withLock { $0.sounds.append(due) } }
    ) { [log] due in
      let isRefused = log.state.withLock { state in
        guard state.failures == 0 else {
          state.failures -= 1
          return true
        }
        state.delivered.append(due)
        return false
      }
      if isRefused { throw Refusal() }
    }
    let task = Task { try await scheduler.run() }
    running.withLock { $0 = (scheduler, timer, task) }
    await isQuiet()
  }

  /// Returns when the scheduler waits, no handler runs, and what has ended is recorded.
  private func isQuiet() async {
    guard let (scheduler, timer, _) = running.withLock({ $0 }) else { return }
    var count: Int
    repeat {
      await timer.isIdle()
      count = timer.armCount
      await scheduler.settled()
      await timer.isIdle()
    } while timer.armCount != count
  }

  /// Tells the scheduler something and waits until it has dealt with it.
  func post(_ events: SchedulerEvents) async {
    timer?.post(events)
    await isQuiet()
  }

  /// Lets time pass, and rings if the scheduler has asked for it.
  func advance(by duration: Duration) async {
    clock.advance(by: duration)
    let now = clock.now
    guard let armed = timer?.armed else { return }
    if armed.wall.map({ $0 <= now.wall }) == true
      || armed.elapsed.map({ $0 <= now.elapsed }) == true
    {
      await post(.due)
    }
  }

  /// Sets the wall clock.
  func set(wall: Date) async {
    clock.set(wall: wall)
    await post(.clockSet)
  }

  func stop() async throws {
    guard let running = running.withLock({ $0 }) else { return }
    await running.scheduler.stop()
    try await running.task.value
    self.running.withLock { $0 = nil }
  }

  @discardableResult
  func add(_ identifier: String, _ trigger: NotificationTrigger) throws -> Addition {
    try schedule.add(Sample.request(identifier, trigger: trigger))
  }

  /// A trigger of the calendar.
  static func calendar(
    _ components: CalendarComponents, repeats: Bool = false, zone: String? = "UTC"
  ) throws -> NotificationTrigger {
    .calendar(try CalendarTrigger(components, repeats: repeats, timeZone: zone))
  }

  static func interval(_ seconds: Int, repeats: Bool = false) throws -> NotificationTrigger {
    .timeInterval(try TimeIntervalTrigger(.seconds(seconds), repeats: repeats))
  }
}
