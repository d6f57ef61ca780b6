import Glibc
import Synchronization

/// A bar on standard error while many files are worked on; nothing where nobody watches.
final class ProgressBar: Sendable {
  private let total: Int
  private let isShown: Bool
  private let done = Mutex(0)
  private static let width = 32

  init(total: Int) {
    self.total = total
    isShown = Console.isInteractive && total > 1
  }

  /// Counts one more.
  func advance() {
    done.withLock { done in
      done += 1
      if isShown { draw(done) }
    }
  }

  /// Removes the bar.
  func finish() {
    if isShown { _ = Console.write("\r\u{1B}[K", to: STDERR_FILENO) }
  }

  private func draw(_ done: Int) {
    let filled = done * Self.width / total
    let bar =
      String(repeating: "█", count: filled) + String(repeating: "░", count: Self.width - filled)
    _ = Console.write("\r\(bar) \(done)/\(total)", to: STDERR_FILENO)
  }
}
