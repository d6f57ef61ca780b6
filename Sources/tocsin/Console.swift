import AlertSounds
import FoundationEssentials
import Glibc

/// Standard output is data, standard error is talk.
enum Console {
  static func print(_ text: String) { write(text + "\n", to: STDOUT_FILENO) }

  static func complain(_ text: String) { write(text + "\n", to: STDERR_FILENO) }

  /// Prints `value` as JSON with sorted keys.
  static func printJSON(_ value: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    print(String(decoding: try encoder.encode(value), as: UTF8.self))
  }

  /// Whether somebody watches standard error.
  static var isInteractive: Bool { isatty(STDERR_FILENO) == 1 }

  /// Writes all of `text`; whoever does not want to read it any more ends the program quietly.
  static func write(_ text: String, to descriptor: Int32) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      guard written > 0 || errno == EINTR else { return }
      rest = rest.dropFirst(max(0, written))
    }
  }
}
