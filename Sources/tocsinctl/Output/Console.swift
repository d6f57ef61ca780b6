import ArgumentParser
import Foundation
import Glibc

/// Standard output is data, standard error is talk.
enum Console {
  /// Prints data. When that is lost, the work is lost, too: the program ends with a failure.
  static func print(_ text: String) {
    guard write(text + "\n", to: STDOUT_FILENO) else {
      complain("Error: cannot write the output: \(String(cString: strerror(errno)).lowercased())")
      exit(ExitStatus.failure.rawValue)
    }
  }

  static func complain(_ text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    write(lines.map { printable(String($0)) }.joined(separator: "\n") + "\n", to: STDERR_FILENO)
  }

  /// Prints `value` as JSON with sorted keys; dates are ISO 8601 in UTC.
  static func printJSON(_ value: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .iso8601
    print(String(decoding: try encoder.encode(value), as: UTF8.self))
  }

  /// What other programs have stored cannot steer the terminal: controls become question marks.
  static func printable(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { scalar in
          switch scalar.properties.generalCategory {
          case .control, .format, .lineSeparator, .paragraphSeparator: "?"
          default: scalar
          }
        }))
  }

  @discardableResult
  private static func write(_ text: String, to descriptor: Int32) -> Bool {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      guard written > 0 || errno == EINTR else { return false }
      rest = rest.dropFirst(max(0, written))
    }
    return true
  }
}
