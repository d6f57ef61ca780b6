import NotificationScheduling
import Synchronization

/// Work that waits, one piece after the other in the order in which it came.
final class WorkLine: Sendable {
  typealias Work = @Sendable () async -> Void

  private struct State {
    var waiting: [Work] = []
    var isRunning = false
  }

  private let state = Mutex(State())
  private let executor: QueueExecutor

  /// - Parameter executor: none of the threads that all tasks share: their callers may wait on all of
  ///   those.
  init(on executor: QueueExecutor) { self.executor = executor }

  func append(_ work: @escaping Work) {
    let starts = state.withLock { state in
      state.waiting.append(work)
      defer { state.isRunning = true }
      return !state.isRunning
    }
    guard starts else { return }
    Task(executorPreference: executor) { [self] in while let work = next() { await work() } }
  }

  private func next() -> Work? {
    state.withLock { state in
      if state.waiting.isEmpty {
        state.isRunning = false
        return nil
      }
      return state.waiting.removeFirst()
    }
  }
}
