import Synchronization

/// The answer of somebody who is to call a closure once: the first call counts, and where the
/// closure goes without a call, a given answer does.
package final class OnceAnswer<Answer: Sendable>: Sendable {
  private let waiting: Mutex<(@Sendable (Answer) -> Void)?>
  private let otherwise: Answer

  package init(otherwise: Answer, _ answer: @escaping @Sendable (Answer) -> Void) {
    self.otherwise = otherwise
    waiting = Mutex(answer)
  }

  package func callAsFunction(_ answer: Answer) {
    let waiting = waiting.withLock { waiting in
      defer { waiting = nil }
      return waiting
    }
    waiting?(answer)
  }

  deinit { self(otherwise) }
}
