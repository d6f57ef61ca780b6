import Files
import FoundationEssentials
import Glibc

/// Standard output is data, standard error is talk.
public enum Console {
  /// Prints data. When that is lost, the work is lost, too: the program ends with a failure.
  public static func print(_ text: String) { printExactly(text + "\n") }

  /// Prints text without adding the end of a line.
  public static func printExactly(_ text: String) {
    guard write(text, to: STDOUT_FILENO) else {
      if errno == EPIPE { endUnread() }
      complain("Error: cannot write the output: \(String(cString: strerror(errno)).lowercased())")
      exit(EXIT_FAILURE)
    }
  }

  /// Ends the program by SIGPIPE, as the system ends one whose reader has gone. It does so even if
  /// the parent process ignores that signal, as runners of continuous integration do.
  private static func endUnread() -> Never {
    signal(SIGPIPE, SIG_DFL)
    raise(SIGPIPE)
    exit(EXIT_FAILURE)
  }

  /// Prints a message for the user; control characters of a command line or a file's name are
  /// escaped.
  public static func complain(_ text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    write(lines.map { printable(String($0)) }.joined(separator: "\n") + "\n", to: STDERR_FILENO)
  }

  /// Prints `value` as JSON with sorted keys; dates are ISO 8601 in UTC.
  /// - Throws: any error from the encoder.
  public static func printJSON(_ value: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    print(String(decoding: try encoder.encode(value), as: UTF8.self))
  }

  /// Whether standard error is a terminal.
  public static var isInteractive: Bool { isatty(STDERR_FILENO) == 1 }

  /// Whether standard output is a terminal whose user did not ask for plain text
  /// (https://no-color.org).
  public static var usesColor: Bool { usesColor(on: STDOUT_FILENO) }

  /// The same for another descriptor.
  public static func usesColor(on descriptor: Int32) -> Bool {
    let isPlain = getenv("NO_COLOR").map { $0.pointee != 0 } ?? false
    return isatty(descriptor) == 1 && !isPlain && !isDumb
  }

  /// Whether the terminal cannot move its cursor, or its kind is unknown.
  public static var isDumb: Bool { getenv("TERM").map { String(cString: $0) == "dumb" } ?? true }

  /// Characters in a line of the terminal that standard output or standard error is; 80 where
  /// neither is one.
  public static var width: Int {
    for descriptor in [STDOUT_FILENO, STDERR_FILENO] {
      var size = winsize()
      if ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 {
        return Int(size.ws_col)
      }
    }
    return 80
  }

  /// Writes all of `text`. If the reader has closed the pipe, the program ends quietly.
  /// - Returns: whether all was written.
  @discardableResult
  public static func write(_ text: String, to descriptor: Int32) -> Bool {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      guard written > 0 || errno == EINTR else { return false }
      rest = rest.dropFirst(max(0, written))
    }
    return true
  }
}
