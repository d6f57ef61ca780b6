import Dispatch
import Synchronization

/// The time that delivery goes by, so that tests need not wait for it.
public protocol DeliveryClock: Sendable {
  /// Time since some fixed moment; it never steps back.
  var now: Duration { get }

  /// Returns when `time` has come; throws if the task is cancelled before.
  func sleep(until time: Duration) async throws
}

/// The system's clock, which goes on while the machine sleeps.
public struct SystemDeliveryClock: DeliveryClock {
  private let start = ContinuousClock.now

  public init() {}

  public var now: Duration { start.duration(to: .now) }

  /// Not `Task.sleep`: it would wake the threads that all tasks share.
  public func sleep(until time: Duration) async throws {
    let alarm = Alarm()
    await withTaskCancellationHandler {
      await alarm.wait(for: time - now)
    } onCancel: {
      alarm.ring()
    }
    try Task.checkCancellation()
  }
}

/// A timer that one task waits for.
private final class Alarm: Sendable {
  private struct State {
    var hasRung = false
    var waiter: CheckedContinuation<Void, Never>?
  }

  private static let queue = DispatchQueue(label: "tocsin.alarm")
  private let state = Mutex(State())

  func wait(for duration: Duration) async {
    let timer = DispatchSource.makeTimerSource(queue: Self.queue)
    timer.schedule(deadline: .now() + max(.zero, duration) / .seconds(1))
    timer.setEventHandler { self.ring() }
    timer.activate()
    await withCheckedContinuation { continuation in
      let hasRung = state.withLock { state in
        if !state.hasRung { state.waiter = continuation }
        return state.hasRung
      }
      if hasRung { continuation.resume() }
    }
    timer.cancel()
  }

  func ring() {
    let waiter = state.withLock { state in
      state.hasRung = true
      defer { state.waiter = nil }
      return state.waiter
    }
    waiter?.resume()
  }
}
