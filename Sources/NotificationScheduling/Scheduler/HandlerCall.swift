import Foundation
import Synchronization

/// One call of a host's handler, which may hang.
enum HandlerCall {
  enum Outcome: Sendable, Equatable {
    case done
    case failed
    /// It has not come back in time; it is left alone.
    case hung
  }

  /// Calls the handler and waits for it up to `limit`.
  static func run(
    _ handler: @escaping Scheduler.Handler, _ notification: DueNotification, limit: Duration
  ) async -> Outcome {
    let race = Race()
    let work = Task {
      do {
        try await handler(notification)
        race.end(.done)
      } catch {
        race.end(.failed)
      }
    }
    let watch = Task {
      try await Task.sleep(for: limit, clock: .continuous)
      race.end(.hung)
    }
    let outcome = await race.outcome()
    watch.cancel()
    if outcome == .hung { work.cancel() }
    return outcome
  }

  /// The first outcome counts.
  private final class Race: Sendable {
    private struct State {
      var outcome: Outcome?
      var waiter: CheckedContinuation<Outcome, Never>?
    }

    private let state = Mutex(State())

    func end(_ outcome: Outcome) {
      let waiter = state.withLock { state -> CheckedContinuation<Outcome, Never>? in
        guard state.outcome == nil else { return nil }
        state.outcome = outcome
        defer { state.waiter = nil }
        return state.waiter
      }
      waiter?.resume(returning: outcome)
    }

    func outcome() async -> Outcome {
      await withCheckedContinuation { continuation in
        let known = state.withLock { state in
          if state.outcome == nil { state.waiter = continuation }
          return state.outcome
        }
        if let known { continuation.resume(returning: known) }
      }
    }
  }
}
