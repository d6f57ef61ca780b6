import ConsoleOutput
import Glibc
import Synchronization

/// A bar on standard error while many files are worked on; nothing where nobody watches.
final class ProgressBar: Sendable {
  private let isShown = Console.isInteractive
  /// Files that are done, and what was drawn last.
  private let state = Mutex((done: 0, drawn: ""))
  private static let width = 32

  /// Counts one more of `total`.
  func advance(of total: Int) {
    state.withLock { state in
      state.done += 1
      draw(state.done, of: total, &state.drawn)
    }
  }

  /// Shows that `done` of `total` are done; an older number than the last one is passed over.
  func show(_ done: Int, of total: Int) {
    state.withLock { state in
      guard done > state.done else { return }
      state.done = done
      draw(done, of: total, &state.drawn)
    }
  }

  /// Removes the bar.
  func finish() {
    if isShown { Console.write("\r\u{1B}[K", to: STDERR_FILENO) }
  }

  /// Draws what looks different from before: at most some hundred times for 10,000 files.
  private func draw(_ done: Int, of total: Int, _ drawn: inout String) {
    guard isShown, total > 1 else { return }
    let filled = done * Self.width / total
    let bar =
      String(repeating: "█", count: filled) + String(repeating: "░", count: Self.width - filled)
    let count = total < 1_000 || done == total ? "\(done)" : "\(done / 100 * 100)"
    let text = "\r\(bar) \(count)/\(total)"
    guard text != drawn else { return }
    drawn = text
    Console.write(text, to: STDERR_FILENO)
  }
}
