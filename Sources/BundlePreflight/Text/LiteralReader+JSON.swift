/// The parts of strict JSON without values inside: names, strings, numbers, words.
extension LiteralReader {
  /// Checks that there is a value, and no byte that is not text.
  mutating func checkStart() throws(TextError) {
    try cursor.checkUnicode()
    skipSpace()
    guard cursor.byte != nil else { throw cursor.failure("the file is empty") }
  }

  mutating func nameInJSON() throws(TextError) -> String {
    switch cursor.byte {
    case UInt8(ascii: "\""): return text(of: try skipString())
    case nil: throw cursor.failure("the text ends early")
    case UInt8(ascii: "}"): throw cursor.failure("a comma too many")
    default: throw cursor.failure("a name in quotation marks is missing")
    }
  }

  /// The value of what is no list; `other` for a text and a number that is not kept.
  mutating func plainJSON(isKept: Bool) throws(TextError) -> LiteralNode.Value {
    let start = cursor.index
    switch cursor.byte {
    case UInt8(ascii: "\""):
      let content = try skipString()
      return isKept ? .string(text(of: content)) : .other
    case let byte? where byte == UInt8(ascii: "-") || Self.isDigit(byte):
      try skipNumber()
      return isKept ? .number(Double(cursor.text(from: start)) ?? .nan) : .other
    case UInt8(ascii: "]"), UInt8(ascii: "}"):
      throw cursor.failure("a comma too many, or a value is missing")
    case UInt8(ascii: "/"): throw cursor.failure("JSON has no comments")
    case _ where cursor.take("true") || cursor.take("false"): return .other
    case _ where cursor.take("null"): return .null
    default: throw cursor.failure("this is not a value")
    }
  }

  /// RFC 8259, section 6.
  private mutating func skipNumber() throws(TextError) {
    _ = cursor.take(UInt8(ascii: "-"))
    let first = cursor.index
    let startsWithZero = cursor.byte == UInt8(ascii: "0")
    try skipDigits()
    if startsWithZero, cursor.index > first + 1 {
      throw cursor.failure("a number may not start with 0", at: first)
    }
    if cursor.take(UInt8(ascii: ".")) { try skipDigits() }
    if cursor.take(UInt8(ascii: "e")) || cursor.take(UInt8(ascii: "E")) {
      _ = cursor.take(UInt8(ascii: "+")) || cursor.take(UInt8(ascii: "-"))
      try skipDigits()
    }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  private mutating func skipDigits() throws(TextError) {
    let start = cursor.index
    cursor.advance(while: Self.isDigit)
    guard cursor.index > start else { throw cursor.failure("a digit is missing") }
  }

  /// The bytes between the quotation marks (RFC 8259, section 7).
  private mutating func skipString() throws(TextError) -> Range<Int> {
    let start = cursor.index
    cursor.advance()
    while let byte = cursor.byte {
      switch byte {
      case UInt8(ascii: "\""):
        cursor.advance()
        return (start + 1)..<(cursor.index - 1)
      case UInt8(ascii: "\\"): try skipEscape()
      case ..<0x20:
        throw cursor.failure("the text in quotation marks does not end on its line", at: start)
      default: cursor.advance()
      }
    }
    throw cursor.failure("the text in quotation marks does not end", at: start)
  }

  private func text(of content: Range<Int>) -> String {
    StringEscapes.javaScript.decoded(cursor.bytes[content]).text
  }

  private mutating func skipEscape() throws(TextError) {
    let start = cursor.index
    guard let escape = cursor.byte(ahead: 1) else { return cursor.advance() }
    guard escape == UInt8(ascii: "u") else {
      guard "\"\\/bfnrt".utf8.contains(escape) else { throw cursor.failure("an unknown escape") }
      return cursor.advance(2)
    }
    guard let unit = unit(at: start) else {
      throw cursor.failure("\\u needs four hexadecimal digits")
    }
    cursor.advance(6)
    // A character beyond the first plane takes two escapes.
    guard UTF16.isSurrogate(unit) else { return }
    guard UTF16.isLeadSurrogate(unit), cursor.isAt("\\u"), let trail = self.unit(at: start + 6),
      UTF16.isTrailSurrogate(trail)
    else { throw cursor.failure("half of a surrogate pair", at: start) }
    cursor.advance(6)
  }

  /// The number in the escape at an offset.
  private func unit(at start: Int) -> UInt16? {
    var digits = cursor.bytes[min(start + 2, cursor.bytes.count)...]
    return StringEscapes.number(&digits, 4).map(UInt16.init)
  }
}
