import Foundation

/// Encoded words (RFC 2047 §2), with which clients put text that is not ASCII into a header:
/// `=?UTF-8?B?4piV?=`.
enum EncodedWords {
  /// Decodes the encoded words of a text and leaves the rest as it is. White space between two of
  /// them is removed (§6.2).
  static func decode(_ text: String) -> String {
    guard text.contains("=?") else { return text }
    var result = ""
    var rest = text[...]
    var isAfterWord = false
    while let begin = rest.range(of: "=?") {
      let before = rest[..<begin.lowerBound]
      guard let (word, end) = word(rest[begin.upperBound...]) else {
        result += rest[..<begin.upperBound]
        rest = rest[begin.upperBound...]
        isAfterWord = false
        continue
      }
      if !isAfterWord || !before.allSatisfy(\.isWhitespace) { result += before }
      result += word
      rest = rest[end...]
      isAfterWord = true
    }
    return result + rest
  }

  /// The word that begins after its `=?`, and the index after it.
  private static func word(_ text: Substring) -> (String, String.Index)? {
    guard let first = text.firstIndex(of: "?"),
      let second = text[text.index(after: first)...].firstIndex(of: "?"),
      let end = text[text.index(after: second)...].range(of: "?=")
    else { return nil }
    let content = text[text.index(after: second)..<end.lowerBound]
    let bytes: [UInt8]?
    switch text[text.index(after: first)..<second].lowercased() {
    case "b": bytes = Data(base64Encoded: String(content)).map(Array.init)
    case "q": bytes = quoted(content)
    default: return nil
    }
    guard let bytes, let decoded = characters(bytes, text[..<first].lowercased()) else {
      return nil
    }
    return (decoded, end.upperBound)
  }

  /// The Q encoding (§4.2): `_` is a space, `=` and two digits are a byte.
  private static func quoted(_ text: Substring) -> [UInt8]? {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "_") {
        bytes.append(0x20)
      } else if byte == UInt8(ascii: "=") {
        guard rest.count >= 2,
          let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
        else { return nil }
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return bytes
  }

  private static func characters(_ bytes: [UInt8], _ set: String) -> String? {
    switch set {
    case "utf-8", "us-ascii": String(validating: bytes, as: UTF8.self)
    case "iso-8859-1": String(String.UnicodeScalarView(bytes.map(Unicode.Scalar.init)))
    default: nil
    }
  }
}
