import Dispatch
import NotificationScheduling

/// The time that delivery goes by, so that tests need not wait for it.
public protocol DeliveryClock: Sendable {
  /// Time since some fixed moment; it never steps back.
  var now: Duration { get }

  /// Returns when `time` has come; throws if the task is cancelled before.
  /// - Throws: `CancellationError`.
  func sleep(until time: Duration) async throws
}

/// The system's clock, which goes on while the machine sleeps.
public struct SystemDeliveryClock: DeliveryClock {
  private let start = ContinuousClock.now

  /// A clock that begins at zero now.
  public init() {}

  /// Time since this clock was made.
  public var now: Duration { start.duration(to: .now) }

  /// Not `Task.sleep`: it would wake the threads that all tasks share.
  /// - Throws: `CancellationError` where the task is cancelled before.
  public func sleep(until time: Duration) async throws {
    let alarm = OneShot<Void>()
    let timer = DispatchSource.makeTimerSource(queue: QueueExecutor.shared.queue)
    timer.schedule(deadline: .now() + max(.zero, time - now) / .seconds(1))
    timer.setEventHandler { alarm.give(()) }
    timer.activate()
    defer { timer.cancel() }
    await withTaskCancellationHandler {
      await alarm.value
    } onCancel: {
      alarm.give(())
    }
    try Task.checkCancellation()
  }
}
