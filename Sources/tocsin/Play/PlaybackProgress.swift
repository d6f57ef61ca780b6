import AlertSounds
import ConsoleOutput

/// How far a sound is, on a terminal's standard error.
struct PlaybackProgress {
  private let total: Duration?
  private let line = ProgressLine()

  /// - Parameter total: nil where nobody knows how long the sound lasts.
  init(total: Duration?) { self.total = total }

  /// Draws the line over the last one.
  func draw(_ elapsed: Duration) {
    guard let total, total > .zero else { return line.draw(nil, Self.clock(elapsed)) }
    line.draw(elapsed / total, "\(Self.clock(elapsed)) / \(Self.clock(total))")
  }

  /// Removes the line.
  func finish() { line.clear() }

  /// Minutes, seconds and tenths: `1:02.5`.
  private static func clock(_ time: Duration) -> String {
    let tenths = Int((time / .milliseconds(100)).rounded(.down))
    let seconds = fixed(Double(tenths % 600) / 10, decimals: 1)
    return "\(tenths / 600):" + (seconds.count < 4 ? "0" : "") + seconds
  }
}
