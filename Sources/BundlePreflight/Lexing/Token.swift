/// A piece of a source.
struct Token: Sendable {
  enum Kind: UInt8, Sendable {
    /// A name, a keyword or a number.
    case word
    /// A string literal with a fixed value.
    case string
    /// A string literal with an interpolation or several lines.
    case computedString
    /// A single byte of punctuation.
    case mark
  }

  var kind: Kind
  /// The byte of a mark; of a string, 1 if it is a raw one.
  private(set) var mark: UInt8 = 0
  /// The number of bytes before and after a string's content: quotation marks and marks of a raw
  /// string.
  var prefix: UInt8 = 0
  var suffix: UInt8 = 0
  /// Whether a backslash of a string is an ordinary character.
  var isRaw: Bool {
    get { kind == .string && mark == 1 }
    set { mark = newValue ? 1 : 0 }
  }
  let start: Int32
  var end: Int32
  /// The index of the bracket that closes or opens this one; negative for all else.
  var partner: Int32 = -1
  /// The index of the open bracket around the token; negative at the top.
  var parent: Int32 = -1

  init(_ kind: Kind, start: Int, end: Int, mark: UInt8 = 0) {
    self.kind = kind
    self.start = Int32(start)
    self.end = Int32(end)
    self.mark = mark
  }
}

extension Token {
  func text(in bytes: [UInt8]) -> String {
    String(decoding: bytes[Int(start)..<Int(end)], as: UTF8.self)
  }

  /// The value of a string that is not computed; nil for other tokens, and if the string has an
  /// escape that the language does not have.
  func value(in bytes: [UInt8], _ syntax: LexicalSyntax) -> String? {
    guard kind == .string else { return nil }
    let content = bytes[Int(start)..<Int(end)].dropFirst(Int(prefix)).dropLast(Int(suffix))
    // File names have at most 255 bytes; each may be an escape of ten bytes.
    guard content.count <= 2560 else { return nil }
    guard !isRaw else { return String(decoding: content, as: UTF8.self) }
    let hashCount =
      syntax.rawMark == .hashes
      ? bytes[Int(start)...].prefix { $0 == UInt8(ascii: "#") }.count : 0
    let (text, isValid) = syntax.escapes.decoded(content, hashCount: hashCount)
    return isValid ? text : nil
  }
}
