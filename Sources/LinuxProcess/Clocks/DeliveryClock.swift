import Dispatch

/// A clock for deliveries; tests replace it so that they need not wait.
public protocol DeliveryClock: Sendable {
  /// The time since a fixed moment; it never steps back.
  var now: Duration { get }

  /// Waits until `time`; throws if the task is cancelled before.
  /// - Throws: `CancellationError`.
  func sleep(until time: Duration) async throws
}

/// The system's clock, which continues while the machine sleeps.
public struct SystemDeliveryClock: DeliveryClock {
  private let start = ContinuousClock.now

  /// A clock that begins at zero now.
  public init() {}

  /// Time since this clock was made.
  public var now: Duration { start.duration(to: .now) }

  /// Not with `Task.sleep`, which would wake the threads that all tasks share.
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
