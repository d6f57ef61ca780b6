import LinuxProcess
import NotificationStorage
import Synchronization

/// Work that waits, run one piece after the other in the order of the calls.
final class WorkLine: Sendable {
  typealias Work = @Sendable () async -> Void

  private struct State {
    var waiting: [Work] = []
    var isRunning = false
  }

  private let state = Mutex(State())
  private let executor: QueueExecutor

  /// - Parameter executor: not the threads that all tasks share, because the callers may block all
  ///   of those.
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
