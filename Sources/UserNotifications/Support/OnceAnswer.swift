import Synchronization

/// An answer by a closure that must be called once. Only the first call counts; if the closure is
/// released without a call, `otherwise` is the answer.
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
