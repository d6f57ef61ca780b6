import Synchronization

/// Events on their way from the thread that waits for the kernel to the scheduler.
final class EventBox: Sendable {
  private struct State {
    var events: SchedulerEvents = []
    var waiter: CheckedContinuation<Void, Never>?
    var isStopped = false
  }

  private let state = Mutex(State())

  func post(_ events: SchedulerEvents) {
    resume { $0.events.formUnion(events) }
  }

  var isEmpty: Bool { state.withLock { $0.events.isEmpty && !$0.isStopped } }

  var isStopped: Bool { state.withLock(\.isStopped) }

  func stop() {
    resume { $0.isStopped = true }
  }

  private func resume(_ change: (inout State) -> Void) {
    let waiter = state.withLock { state in
      change(&state)
      defer { state.waiter = nil }
      return state.waiter
    }
    waiter?.resume()
  }

  /// The events since the last call, at least one; empty when it was stopped or the task cancelled.
  func next() async -> SchedulerEvents {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isReady = state.withLock { state in
          let isReady = !state.events.isEmpty || state.isStopped
          if !isReady { state.waiter = continuation }
          return isReady
        }
        if isReady { continuation.resume() }
      }
    } onCancel: {
      stop()
    }
    return state.withLock { state in
      defer { state.events = [] }
      return state.isStopped ? [] : state.events
    }
  }
}
