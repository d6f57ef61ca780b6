import Glibc

/// A line on standard error that is drawn over itself; nothing without a terminal.
public struct ProgressLine: Sendable {
  /// Whether the line is drawn: standard error is a terminal.
  public let isShown = Console.isInteractive
  private static let width = 32

  /// A line that is drawn if standard error is a terminal.
  public init() {}

  /// Draws a bar for `part`, 0…1, and `text` after it; nil draws the text alone.
  public func draw(_ part: Double?, _ text: String) {
    guard isShown else { return }
    var line = text
    if let part {
      let filled = Int((min(1, max(0, part)) * Double(Self.width)).rounded(.down))
      let rest = Self.width - filled
      line =
        String(repeating: "█", count: filled) + String(repeating: "░", count: rest) + " " + text
    }
    Console.write("\r\(line)\u{1B}[K", to: STDERR_FILENO)
  }

  /// Removes the line.
  public func clear() {
    if isShown { Console.write("\r\u{1B}[K", to: STDERR_FILENO) }
  }
}
