/// The form of a line in a log.
public enum LogLine {
  /// The maximum number of bytes of a line, with its line feed.
  public static let maximumLength = 1_024

  /// `text` as one line: control characters are written as escapes, so that it can neither steer a
  /// terminal nor begin a line of its own, and what exceeds `length` bytes is replaced by "…".
  public static func bounded(_ text: String, to length: Int = maximumLength - 1) -> String {
    if text.utf8.count <= length, text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) {
      return text
    }
    var line = ""
    // The bytes behind which the ellipsis still has room.
    var end = 0
    for character in text {
      if line.utf8.count <= length - ellipsis.utf8.count { end = line.utf8.count }
      for scalar in character.unicodeScalars {
        line += isControl(scalar) ? escape(scalar) : String(scalar)
        if line.utf8.count > length {
          return String(decoding: line.utf8.prefix(end), as: UTF8.self) + ellipsis
        }
      }
    }
    return line
  }

  private static let ellipsis = "…"

  private static func escape(_ scalar: Unicode.Scalar) -> String {
    "\\u{\(String(scalar.value, radix: 16))}"
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }
}
