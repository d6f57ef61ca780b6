import ConsoleOutput
import Synchronization

/// The progress of the work, on a terminal's standard error.
final class ProgressBar: Sendable {
  private let line = ProgressLine()
  private let state = Mutex(State())
  /// Work that ends at once is not worth a bar.
  private static let delay = Duration.milliseconds(300)

  private struct State {
    /// Files that are done.
    var done = 0
    var drawn = ""
    let start = ContinuousClock.now
  }

  /// Counts one more of `total` files.
  func advance(of total: Int) {
    update { state in
      state.done += 1
      draw(state.done, of: total, &state)
    }
  }

  /// Shows that `done` of `total` files are done; an older number than the last one is passed over.
  func show(_ done: Int, of total: Int) {
    update { state in
      guard done > state.done else { return }
      state.done = done
      draw(done, of: total, &state)
    }
  }

  /// Shows that `part` of one piece of work is done, 0…1.
  func show(part: Double) {
    update { state in
      guard state.start.duration(to: .now) > Self.delay else { return }
      draw(part, "\(Int(part * 100)) %", &state)
    }
  }

  /// Removes the bar.
  func finish() { line.clear() }

  /// Without a terminal, threads do not wait for one another.
  private func update(_ change: (inout State) -> Void) {
    guard line.isShown else { return }
    state.withLock { change(&$0) }
  }

  private func draw(_ done: Int, of total: Int, _ state: inout State) {
    guard total > 1 else { return }
    let count = total < 1_000 || done == total ? "\(done)" : "\(done / 100 * 100)"
    draw(Double(done) / Double(total), "\(count)/\(total)", &state)
  }

  /// Draws only if the result looks different.
  private func draw(_ part: Double, _ text: String, _ state: inout State) {
    let look = "\(Int(part * 32)) \(text)"
    guard look != state.drawn else { return }
    state.drawn = look
    line.draw(part, text)
  }
}
