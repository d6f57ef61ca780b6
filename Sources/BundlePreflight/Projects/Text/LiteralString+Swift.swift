extension LiteralString {
  /// The value of the one-line Swift string literal at `cursor`; moves the cursor past it. nil if
  /// the value is computed or has an escape that Swift does not have.
  /// - Parameter hashCount: the number of `#` before the quotation mark. The same number ends the
  ///   string, and an escape begins with `\` and the same number.
  static func swift(_ cursor: inout TextCursor, hashCount: Int) throws(TextError) -> String? {
    let start = cursor
    cursor.advance()
    var text: [UInt8]? = []
    while let byte = cursor.byte, byte != UInt8(ascii: "\n") {
      cursor.advance()
      switch byte {
      case UInt8(ascii: "\"") where takeHashes(hashCount, &cursor):
        return text.map { String(decoding: $0, as: UTF8.self) }
      case UInt8(ascii: "\\") where takeHashes(hashCount, &cursor):
        let escaped = swiftEscape(&cursor)
        text = escaped.flatMap { escaped in text.map { $0 + escaped.utf8 } }
      default: text?.append(byte)
      }
    }
    throw start.failure("the text that begins here has no end")
  }

  /// Takes `count` times `#` if all of them are here.
  private static func takeHashes(_ count: Int, _ cursor: inout TextCursor) -> Bool {
    guard (0..<count).allSatisfy({ cursor.byte(ahead: $0) == UInt8(ascii: "#") }) else {
      return false
    }
    cursor.advance(count)
    return true
  }

  private static func swiftEscape(_ cursor: inout TextCursor) -> String? {
    guard let byte = cursor.byte, byte != UInt8(ascii: "\n") else { return nil }
    cursor.advance()
    switch byte {
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "0"): return "\0"
    case UInt8(ascii: "\\"), UInt8(ascii: "\""), UInt8(ascii: "'"):
      return String(UnicodeScalar(byte))
    case UInt8(ascii: "u"): return braced(&cursor)
    case UInt8(ascii: "("):
      skipInterpolation(&cursor)
      return nil
    default: return nil
    }
  }

  /// Skips past the `)` that ends an interpolation; brackets in a nested string do not count.
  private static func skipInterpolation(_ cursor: inout TextCursor) {
    var depth = 1
    var isInText = false
    while depth > 0, let byte = cursor.byte, byte != UInt8(ascii: "\n") {
      switch byte {
      case UInt8(ascii: "\\"): cursor.advance()
      case UInt8(ascii: "\""): isInText.toggle()
      case UInt8(ascii: "(") where !isInText: depth += 1
      case UInt8(ascii: ")") where !isInText: depth -= 1
      default: break
      }
      cursor.advance()
    }
  }
}
