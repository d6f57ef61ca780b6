/// The values of string literals in sources.
enum StringLiteral {
  /// The value; nil if the string has an escape that the language, or this reader, does not know.
  static func value(of token: Token, _ bytes: [UInt8], _ language: SourceLanguage) -> String? {
    let start = Int(token.start) + Int(token.prefix)
    let end = Int(token.end) - Int(token.suffix)
    // File names have at most 255 bytes; each may be an escape of ten bytes.
    guard start <= end, end - start <= 2560 else { return nil }
    let content = bytes[start..<end]
    guard !token.isRaw, content.contains(UInt8(ascii: "\\")) else {
      return String(decoding: content, as: UTF8.self)
    }
    return unescaped(content, isStrict: language == .swift || language == .kotlin)
  }

  private static func unescaped(_ content: ArraySlice<UInt8>, isStrict: Bool) -> String? {
    var text = ""
    var rest = String(decoding: content, as: UTF8.self)[...]
    while let backslash = rest.firstIndex(of: "\\") {
      text += rest[..<backslash]
      rest = rest[backslash...].dropFirst()
      guard let escape = rest.popFirst() else { return nil }
      switch escape {
      case "n": text += "\n"
      case "r": text += "\r"
      case "t": text += "\t"
      case "0": text += "\0"
      case "u", "U", "x":
        guard let scalar = scalar(&rest, digitCount: digitCounts[escape] ?? 0) else { return nil }
        text.unicodeScalars.append(scalar)
      case "\\", "\"", "'", "`", "$", "/": text.append(escape)
      default:
        if isStrict { return nil }
        text.append(escape)
      }
    }
    return text + rest
  }

  private static let digitCounts: [Character: Int] = ["u": 4, "U": 8, "x": 2]

  /// Reads `{XXXX}` or `digitCount` hexadecimal digits; a character beyond the first plane may be
  /// two escapes of four digits.
  private static func scalar(_ rest: inout Substring, digitCount: Int) -> UnicodeScalar? {
    guard rest.first != "{" else {
      guard let brace = rest.firstIndex(of: "}") else { return nil }
      let digits = rest[..<brace].dropFirst()
      rest = rest[brace...].dropFirst()
      return number(digits).flatMap(UnicodeScalar.init)
    }
    guard let first = number(&rest, digitCount: digitCount) else { return nil }
    guard digitCount == 4, UTF16.isLeadSurrogate(UInt16(first)), rest.hasPrefix("\\u") else {
      return UnicodeScalar(first)
    }
    rest = rest.dropFirst(2)
    guard let second = number(&rest, digitCount: 4) else { return nil }
    let pair = String(decoding: [UInt16(first), UInt16(second)], as: UTF16.self).unicodeScalars
    return pair.count == 1 ? pair.first : nil
  }

  private static func number(_ rest: inout Substring, digitCount: Int) -> UInt32? {
    let digits = rest.prefix(digitCount)
    rest = rest.dropFirst(digitCount)
    return digits.count == digitCount ? number(digits) : nil
  }

  /// Accepts only digits: `UInt32` itself would accept a sign.
  private static func number(_ digits: Substring) -> UInt32? {
    digits.allSatisfy(\.isHexDigit) ? UInt32(digits, radix: 16) : nil
  }
}
