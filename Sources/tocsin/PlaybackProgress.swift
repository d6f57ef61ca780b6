import AlertSounds
import ConsoleOutput
import Glibc

/// How far a sound is, on a terminal's standard error.
struct PlaybackProgress {
  private let total: Duration?
  private static let width = 32

  /// - Parameter total: nil where nobody knows how long the sound lasts.
  init(total: Duration?) { self.total = total }

  /// Draws the line over the last one.
  func draw(_ elapsed: Duration) {
    var text = Self.clock(elapsed)
    if let total, total > .zero {
      let part = min(1, elapsed / total)
      let filled = Int((part * Double(Self.width)).rounded())
      text =
        String(repeating: "█", count: filled) + String(repeating: "░", count: Self.width - filled)
        + " \(text) / \(Self.clock(total))"
    }
    Console.write("\r\(text)\u{1B}[K", to: STDERR_FILENO)
  }

  /// Removes the line.
  func finish() { Console.write("\r\u{1B}[K", to: STDERR_FILENO) }

  /// Minutes, seconds and tenths: `1:02.5`.
  private static func clock(_ time: Duration) -> String {
    let tenths = Int((time / .milliseconds(100)).rounded(.down))
    let seconds = fixed(Double(tenths % 600) / 10, decimals: 1)
    return "\(tenths / 600):" + (seconds.count < 4 ? "0" : "") + seconds
  }
}
