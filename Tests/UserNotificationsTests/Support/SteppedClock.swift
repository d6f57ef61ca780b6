import Synchronization

/// A clock on which time passes when a test says so.
final class SteppedClock: Clock {
  struct Instant: InstantProtocol {
    var offset: Duration

    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private struct State {
    var now = Instant(offset: .zero)
    var sleepers: [(until: Instant, wake: CheckedContinuation<Void, Never>)] = []
  }

  private let state = Mutex(State())
  private let sleeps = AsyncStream.makeStream(of: Duration.self)

  var now: Instant { state.withLock(\.now) }
  var minimumResolution: Duration { .nanoseconds(1) }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        state.withLock { $0.sleepers.append((deadline, continuation)) }
        sleeps.continuation.yield(now.duration(to: deadline))
        if Task.isCancelled { wakeAll() }
      }
    } onCancel: {
      wakeAll()
    }
  }

  /// How long somebody who has just begun to sleep wants to.
  func nextSleep() async -> Duration? {
    for await duration in sleeps.stream { return duration }
    return nil
  }

  /// Lets the time pass for which those who sleep want to.
  func wake() {
    state.withLock { state in
      state.now = state.sleepers.map(\.until).max() ?? state.now
    }
    wakeAll()
  }

  private func wakeAll() {
    let sleepers = state.withLock { state in
      defer { state.sleepers = [] }
      return state.sleepers
    }
    for sleeper in sleepers { sleeper.wake.resume() }
  }
}
