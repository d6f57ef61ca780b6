/// Text as a notification server can take it.
package enum PlainText {
  /// The maximum length of a line: servers do not show more, and some become slow.
  package static let longestLine = 256
  package static let longestBody = 4_096

  /// `text` without the characters that the bus or a server would refuse, and not longer than
  /// `limit` Unicode scalars.
  ///
  /// The bus disconnects a client that sends a NUL, and sd-bus refuses noncharacters (Unicode 16,
  /// 23.7). Control characters except line feed and tabulator are removed, as a server may pass the
  /// text to an XML parser.
  package static func clean(_ text: String, limit: Int) -> String {
    var result = String.UnicodeScalarView()
    var count = 0
    for scalar in text.unicodeScalars {
      guard count < limit else {
        result.append("…")
        break
      }
      switch scalar.properties.generalCategory {
      case .control where scalar != "\n" && scalar != "\t": continue
      case _ where isNoncharacter(scalar): result.append("\u{FFFD}")
      default: result.append(scalar)
      }
      count += 1
    }
    return String(result)
  }

  /// `text` for a server that reads markup: XML's special characters are written as entities
  /// (Desktop Notifications Specification 1.2, Markup).
  package static func escaped(_ text: String) -> String {
    var result = ""
    result.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// The `file:` URI of an absolute path (RFC 8089), bytes outside RFC 3986's unreserved characters
  /// percent-encoded.
  package static func fileURI(_ path: String) -> String {
    var uri = "file://"
    for byte in path.utf8 {
      switch UInt8(byte) {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "-"),
        UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
        uri.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        uri += byte < 16 ? "%0" + digits : "%" + digits
      }
    }
    return uri
  }

  private static func isNoncharacter(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value & 0xFFFE == 0xFFFE || (0xFDD0...0xFDEF).contains(scalar.value)
  }
}
