import Synchronization

/// Runs work after changes, one run at a time. All changes that are reported during a run lead to
/// one more run.
package final class Coalescer: Sendable {
  private let executor: QueueExecutor
  private let state = Mutex((isRunning: false, isWanted: false))

  package init(_ executor: QueueExecutor) { self.executor = executor }

  /// Runs `work`, unless it is running: then it runs once more.
  package func run(_ work: @escaping @Sendable () async -> Void) {
    let starts = state.withLock { state in
      defer { state = (true, state.isRunning) }
      return !state.isRunning
    }
    guard starts else { return }
    Task(executorPreference: executor) { [self] in
      repeat { await work() } while goesOn()
    }
  }

  private func goesOn() -> Bool {
    state.withLock { state in
      state = (state.isWanted, false)
      return state.isRunning
    }
  }
}
