import Files

/// The quoted strings of the languages of project files.
enum LiteralString {
  /// The value of the JSON or JavaScript string at `cursor`; moves the cursor past it.
  static func javaScript(_ cursor: inout TextCursor) throws(TextError) -> String {
    let start = cursor
    guard let quote = cursor.byte else { throw cursor.failure("a text is missing here") }
    cursor.advance()
    var bytes: [UInt8] = []
    while let byte = cursor.byte {
      switch byte {
      case quote:
        cursor.advance()
        return String(decoding: bytes, as: UTF8.self)
      case UInt8(ascii: "\\"):
        cursor.advance()
        javaScriptEscape(&cursor, into: &bytes)
      case UInt8(ascii: "\n") where quote != UInt8(ascii: "`"):
        throw start.failure("the text that begins here has no end")
      default:
        bytes.append(byte)
        cursor.advance()
      }
    }
    throw start.failure("the text that begins here has no end")
  }

  private static func javaScriptEscape(_ cursor: inout TextCursor, into bytes: inout [UInt8]) {
    guard let byte = cursor.byte else { return }
    cursor.advance()
    switch byte {
    case UInt8(ascii: "n"): bytes.append(0x0A)
    case UInt8(ascii: "t"): bytes.append(0x09)
    case UInt8(ascii: "r"): bytes.append(0x0D)
    case UInt8(ascii: "b"): bytes.append(0x08)
    case UInt8(ascii: "f"): bytes.append(0x0C)
    case UInt8(ascii: "v"): bytes.append(0x0B)
    case UInt8(ascii: "0"): bytes.append(0x00)
    case UInt8(ascii: "\n"): break
    case UInt8(ascii: "u") where cursor.byte == UInt8(ascii: "{"):
      bytes.append(contentsOf: (braced(&cursor) ?? "\u{FFFD}").utf8)
    case UInt8(ascii: "u"): bytes.append(contentsOf: utf16Escapes("\\u", &cursor).utf8)
    case UInt8(ascii: "x"):
      let scalar = hexadecimal(2, &cursor).flatMap(UnicodeScalar.init) ?? "\u{FFFD}"
      bytes.append(contentsOf: String(scalar).utf8)
    default: bytes.append(byte)
    }
  }

  /// The character for the `{E9}` at `cursor`; nil if it is not a valid one.
  static func braced(_ cursor: inout TextCursor) -> String? {
    guard cursor.take(UInt8(ascii: "{")) else { return nil }
    let start = cursor.index
    cursor.advance { $0 < 0x80 && Character(UnicodeScalar($0)).isHexDigit }
    let digits = cursor.text(from: start)
    guard cursor.take(UInt8(ascii: "}")) else { return nil }
    return UInt32(digits, radix: 16).flatMap(UnicodeScalar.init).map(String.init)
  }

  /// The character after `mark`; a character beyond the first plane takes two escapes (RFC 8259,
  /// section 7).
  private static func utf16Escapes(
    _ mark: StaticString, _ cursor: inout TextCursor
  ) -> String {
    guard let first = hexadecimal(4, &cursor) else { return "\u{FFFD}" }
    var units = [UInt16(first)]
    if UTF16.isLeadSurrogate(units[0]), cursor.isAt(mark) {
      cursor.advance(2)
      if let second = hexadecimal(4, &cursor) { units.append(UInt16(second)) }
    }
    return String(decoding: units, as: UTF16.self)
  }

  /// The number of exactly `count` digits.
  private static func hexadecimal(_ count: Int, _ cursor: inout TextCursor) -> UInt32? {
    var number: UInt32 = 0
    for offset in 0..<count {
      guard let byte = cursor.byte(ahead: offset),
        let digit = Character(UnicodeScalar(byte)).hexDigitValue
      else { return nil }
      number = number << 4 | UInt32(digit)
    }
    cursor.advance(count)
    return number
  }

  /// The value of the old-style property list string at `cursor`; moves the cursor past it.
  static func propertyList(_ cursor: inout TextCursor) throws(TextError) -> String {
    let start = cursor
    let quote = cursor.byte
    cursor.advance()
    var bytes: [UInt8] = []
    while let byte = cursor.byte {
      cursor.advance()
      if byte == quote { return String(decoding: bytes, as: UTF8.self) }
      guard byte == UInt8(ascii: "\\"), let escaped = cursor.byte else {
        bytes.append(byte)
        continue
      }
      cursor.advance()
      switch escaped {
      case UInt8(ascii: "n"): bytes.append(0x0A)
      case UInt8(ascii: "t"): bytes.append(0x09)
      case UInt8(ascii: "r"): bytes.append(0x0D)
      case UInt8(ascii: "U"): bytes.append(contentsOf: utf16Escapes("\\U", &cursor).utf8)
      default: bytes.append(escaped)
      }
    }
    throw start.failure("the text that begins here has no end")
  }
}
