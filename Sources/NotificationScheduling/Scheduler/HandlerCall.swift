import Dispatch
import Foundation
import Synchronization

/// Calls of a host's handler, which may hang.
struct HandlerCall {
  enum Outcome: Sendable, Equatable {
    case done
    case failed
    /// It has not come back in time; it is left alone.
    case hung
  }

  private let handler: Scheduler.Handler
  private let watch: CallWatch
  /// A handler that blocks its thread blocks this queue: the next one gets another.
  private var executor = QueueExecutor(label: "tocsin.handler")

  init(_ handler: @escaping Scheduler.Handler, limit: Duration) {
    self.handler = handler
    watch = CallWatch(limit: limit)
  }

  /// Calls the handler and waits for it up to the limit.
  func run(_ notification: DueNotification) async -> Outcome {
    let race = Race()
    let handler = handler
    let work = Task(executorPreference: executor) {
      do {
        try await handler(notification)
        race.end(.done)
      } catch {
        race.end(.failed)
      }
    }
    watch.begin { race.end(.hung) }
    let outcome = await race.outcome()
    watch.end()
    if outcome == .hung { work.cancel() }
    return outcome
  }

  /// No call follows soon.
  func rest() { watch.rest() }

  /// Leaves a handler that hangs to itself.
  mutating func abandon() { executor = QueueExecutor(label: "tocsin.handler") }

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
