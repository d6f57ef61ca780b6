import AudioFormats

/// `text` with the escapes of a SARIF message.
///
/// Braces stand for placeholders and are doubled (SARIF 2.1.0, section 3.11.5); brackets before
/// parentheses would be an embedded link (section 3.11.6).
func sarifMessage(_ text: String) -> String {
  let isLinked = text.contains("](")
  var result = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "{": result += "{{"
    case "}": result += "}}"
    case "[" where isLinked: result += "\\["
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result
}

/// A file's name as a URI reference (RFC 3986): an absolute path gets the scheme `file`.
func uriReference(_ path: String) -> String {
  var path = path
  while path.hasPrefix("./") { path.removeFirst(2) }
  var result = path.hasPrefix("/") ? "file://" : ""
  for byte in path.utf8 {
    if isUnreserved(byte) {
      result.unicodeScalars.append(Unicode.Scalar(byte))
    } else {
      let digits = String(byte, radix: 16, uppercase: true)
      result += "%" + (byte < 0x10 ? "0" : "") + digits
    }
  }
  return result
}

/// The unreserved characters of section 2.3, and the slash between segments. A colon is escaped: in
/// the first segment it would end a scheme.
private func isUnreserved(_ byte: UInt8) -> Bool {
  byte < 0x80 && byte.isWord(or: "-.~/")
}
