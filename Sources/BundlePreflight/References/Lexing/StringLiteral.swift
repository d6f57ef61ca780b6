/// The values of texts in sources.
enum StringLiteral {
  /// nil where the text has an escape that the language, or this reader, does not know.
  static func value(of token: Token, _ bytes: [UInt8], _ language: SourceLanguage) -> String? {
    let start = Int(token.start) + Int(token.prefix)
    let end = Int(token.end) - Int(token.suffix)
    // Names of files have 255 bytes at most; each may be an escape of ten.
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
      case "u", "x":
        guard let scalar = scalar(&rest, digitCount: escape == "u" ? 4 : 2) else { return nil }
        text.unicodeScalars.append(scalar)
      case "\\", "\"", "'", "`", "$", "/": text.append(escape)
      default:
        if isStrict { return nil }
        text.append(escape)
      }
    }
    return text + rest
  }

  /// `{XXXX}` or so many hexadecimal digits.
  private static func scalar(_ rest: inout Substring, digitCount: Int) -> UnicodeScalar? {
    let digits: Substring
    if rest.first == "{" {
      guard let brace = rest.firstIndex(of: "}") else { return nil }
      digits = rest[..<brace].dropFirst()
      rest = rest[brace...].dropFirst()
    } else {
      digits = rest.prefix(digitCount)
      rest = rest.dropFirst(digitCount)
      guard digits.count == digitCount else { return nil }
    }
    return UInt32(digits, radix: 16).flatMap { UnicodeScalar($0) }
  }
}
