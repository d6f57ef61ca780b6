/// The parts of strict JSON without values inside: names, strings, numbers, words.
extension LiteralReader {
  /// Checks that there is a value, and no byte that is not text.
  mutating func checkStart() throws(TextError) {
    try cursor.checkUnicode()
    var start = cursor
    start.advance { $0 == 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }
    guard start.byte != nil else { throw start.failure("the file is empty") }
  }

  mutating func nameInJSON() throws(TextError) -> String {
    switch cursor.byte {
    case UInt8(ascii: "\""): return try stringInJSON()
    case nil: throw cursor.failure("the text ends early")
    case UInt8(ascii: "}"): throw cursor.failure("a comma too many")
    default: throw cursor.failure("a name in quotation marks is missing")
    }
  }

  mutating func plainJSON() throws(TextError) -> LiteralNode.Value {
    switch cursor.byte {
    case UInt8(ascii: "\""): return .string(try stringInJSON())
    case UInt8(ascii: "-"): return .number(try number())
    case let byte? where Self.isDigit(byte): return .number(try number())
    case UInt8(ascii: "]"), UInt8(ascii: "}"):
      throw cursor.failure("a comma too many, or a value is missing")
    case UInt8(ascii: "/"): throw cursor.failure("JSON has no comments")
    case _ where cursor.take("true") || cursor.take("false"): return .other
    case _ where cursor.take("null"): return .null
    default: throw cursor.failure("this is not a value")
    }
  }

  /// RFC 8259, section 6.
  private mutating func number() throws(TextError) -> Double {
    let start = cursor.index
    _ = cursor.take(UInt8(ascii: "-"))
    let first = cursor
    try skipDigits()
    if first.byte == UInt8(ascii: "0"), cursor.index > first.index + 1 {
      throw first.failure("a number may not start with 0")
    }
    if cursor.take(UInt8(ascii: ".")) { try skipDigits() }
    if cursor.take(UInt8(ascii: "e")) || cursor.take(UInt8(ascii: "E")) {
      _ = cursor.take(UInt8(ascii: "+")) || cursor.take(UInt8(ascii: "-"))
      try skipDigits()
    }
    return Double(cursor.text(from: start)) ?? .nan
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  private mutating func skipDigits() throws(TextError) {
    let start = cursor.index
    cursor.advance(while: Self.isDigit)
    guard cursor.index > start else { throw cursor.failure("a digit is missing") }
  }

  /// RFC 8259, section 7.
  private mutating func stringInJSON() throws(TextError) -> String {
    var end = cursor
    end.advance()
    while let byte = end.byte, byte != UInt8(ascii: "\"") {
      guard byte >= 0x20 else {
        throw cursor.failure("the text in quotation marks does not end on its line")
      }
      if byte == UInt8(ascii: "\\") { try skipEscape(&end) } else { end.advance() }
    }
    guard end.byte != nil else { throw cursor.failure("the text in quotation marks does not end") }
    return try cursor.string(.javaScript)
  }

  private func skipEscape(_ cursor: inout TextCursor) throws(TextError) {
    let start = cursor
    cursor.advance(2)
    guard let escape = start.byte(ahead: 1) else { return }
    guard escape == UInt8(ascii: "u") else {
      guard "\"\\/bfnrt".utf8.contains(escape) else { throw start.failure("an unknown escape") }
      return
    }
    guard let unit = Self.unit(&cursor) else {
      throw start.failure("\\u needs four hexadecimal digits")
    }
    // A character beyond the first plane takes two escapes.
    guard UTF16.isSurrogate(unit) else { return }
    guard UTF16.isLeadSurrogate(unit), cursor.take("\\u"), let trail = Self.unit(&cursor),
      UTF16.isTrailSurrogate(trail)
    else { throw start.failure("half of a surrogate pair") }
  }

  private static func unit(_ cursor: inout TextCursor) -> UInt16? {
    var unit: UInt16 = 0
    for _ in 0..<4 {
      guard let digit = cursor.byte.flatMap(StringEscapes.hexadecimal) else { return nil }
      unit = unit << 4 | UInt16(digit)
      cursor.advance()
    }
    return unit
  }
}
