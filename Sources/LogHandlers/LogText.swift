import LogOutput

/// The text of a log line.
public enum LogText {
  /// The shortest length to which a part of a line is cut.
  private static let shortestPart = 16

  /// A line of ``LogLine/maximumLength`` bytes at most. Where it is longer, its longest parts are
  /// cut, so that a long title does not push the other fields out.
  public static func line(_ message: String, _ fields: [(key: String, value: String)]) -> String {
    var length = 2 * LogLine.maximumLength
    var line: String
    repeat {
      length /= 2
      let parts = fields.filter { !$0.value.isEmpty }.map {
        "\($0.key)=\(quoted(LogLine.bounded($0.value, to: length)))"
      }
      line = ([LogLine.bounded(message, to: length)] + parts).joined(separator: " ")
    } while line.utf8.count >= LogLine.maximumLength && length > shortestPart
    return LogLine.bounded(line)
  }

  private static func quoted(_ text: String) -> String {
    text.contains(" ") ? "'\(text)'" : text
  }
}
