/// The parts of JSON without values inside: space, numbers, strings.
extension JSONReader {
  mutating func skipSpace() {
    while at < bytes.count {
      switch bytes[at] {
      case 0x20, 0x0A, 0x0D, 0x09: at += 1
      default: return
      }
    }
  }

  /// RFC 8259, section 6.
  mutating func skipNumber() throws(JSONDocument.Defect) {
    if bytes[at] == UInt8(ascii: "-") { at += 1 }
    let first = at
    guard skipDigits() else { throw defect("a digit is missing") }
    if bytes[first] == UInt8(ascii: "0"), at > first + 1 {
      throw defect("a number may not start with 0", at: first)
    }
    if at < bytes.count, bytes[at] == UInt8(ascii: ".") {
      at += 1
      guard skipDigits() else { throw defect("a digit is missing") }
    }
    guard at < bytes.count, bytes[at] | 0x20 == UInt8(ascii: "e") else { return }
    at += 1
    if at < bytes.count, bytes[at] == UInt8(ascii: "+") || bytes[at] == UInt8(ascii: "-") {
      at += 1
    }
    guard skipDigits() else { throw defect("a digit is missing") }
  }

  private mutating func skipDigits() -> Bool {
    let start = at
    while at < bytes.count, bytes[at] >= 0x30, bytes[at] <= 0x39 { at += 1 }
    return at > start
  }

  /// RFC 8259, section 7.
  mutating func skipString() throws(JSONDocument.Defect) {
    let start = at
    at += 1
    while at < bytes.count {
      switch bytes[at] {
      case UInt8(ascii: "\""):
        at += 1
        return
      case UInt8(ascii: "\\"): try skipEscape()
      case ..<0x20: throw defect("the text in quotation marks does not end on its line", at: start)
      default: at += 1
      }
    }
    throw defect("the text in quotation marks does not end", at: start)
  }

  private mutating func skipEscape() throws(JSONDocument.Defect) {
    let start = at
    guard at + 1 < bytes.count else {
      at = bytes.count
      return
    }
    guard bytes[at + 1] == UInt8(ascii: "u") else {
      guard "\"\\/bfnrt".utf8.contains(bytes[at + 1]) else { throw defect("an unknown escape") }
      at += 2
      return
    }
    var escape = bytes[start...].prefix(6)
    guard escape.count == 6, escape.dropFirst(2).allSatisfy(Self.isHexadecimal) else {
      throw defect("\\u needs four hexadecimal digits")
    }
    at += 6
    if StringEscapes.javaScript.decoded(escape).isValid { return }
    escape = bytes[start...].prefix(12)
    guard escape.count == 12, StringEscapes.javaScript.decoded(escape).isValid else {
      throw defect("half of a surrogate pair", at: start)
    }
    at += 6
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    byte < 0x80 && Character(Unicode.Scalar(byte)).isHexDigit
  }

  mutating func checkUnicode() throws(JSONDocument.Defect) {
    guard String(validating: bytes, as: UTF8.self) == nil else { return }
    var parser = Unicode.UTF8.ForwardParser()
    var source = bytes.makeIterator()
    var offset = 0
    while case .valid(let scalar) = parser.parseScalar(from: &source) { offset += scalar.count }
    throw defect("the text is not UTF-8", at: offset)
  }
}
