/// The delimiters of a string in a source.
struct Quote: Sendable {
  let byte: UInt8
  /// 1 or 3.
  let count: Int
  /// The number of `#` around Swift's raw strings, which their escapes have too.
  let hashCount: Int
  /// The bytes before the content.
  let prefix: Int
  let isRaw: Bool
  let hole: Hole

  /// The start of an interpolation.
  enum Hole: Sendable {
    case none
    /// `\(…)`
    case parenthesis
    /// `${…}`
    case brace
    /// `$name` and `${…}`
    case dollar
    /// `{…}`
    case bareBrace
    /// `#{…}`
    case hashBrace
  }

  private let isVerbatim: Bool
  var spansLines: Bool { count == 3 || byte == UInt8(ascii: "`") || isVerbatim }
  var suffix: Int { count + hashCount }

  /// The delimiters of the string that opens at `start`; nil if none does.
  init?(_ bytes: [UInt8], at start: Int, _ syntax: LexicalSyntax) {
    var at = start
    // People write only a few; a crafted file may have a million.
    while syntax.rawMark == .hashes, at - start < 16, at < bytes.count,
      bytes[at] == UInt8(ascii: "#")
    {
      at += 1
    }
    hashCount = at - start
    var isRaw = false
    if syntax.rawMark == .letter, at + 1 < bytes.count, bytes[at] == UInt8(ascii: "r") {
      at += 1
      isRaw = true
    }
    var isFilled = false
    // C#'s `@"…"`, `$"…"` and both together, Python's `rf"…"`.
    let marks: StaticString = syntax.rawMark == .letters ? "RFUB" : "@$"
    while syntax.rawMark == .verbatim || syntax.rawMark == .letters, at < bytes.count,
      at - start < 2
    {
      let mark = syntax.rawMark == .letters ? bytes[at] & ~0x20 : bytes[at]
      let places = marks.withUTF8Buffer { $0.firstIndex(of: mark) }
      guard let place = places else { break }
      isRaw = isRaw || place == 0
      isFilled = isFilled || place == 1
      at += 1
    }
    guard at < bytes.count, syntax.isQuote(bytes[at]) else { return nil }
    isVerbatim = syntax.rawMark == .verbatim && isRaw
    byte = bytes[at]
    let isTriple =
      syntax.hasTripleQuotes && at + 2 < bytes.count && bytes[at + 1] == byte
      && bytes[at + 2] == byte && !(syntax.hasCharacters && byte == UInt8(ascii: "'"))
    count = isTriple ? 3 : 1
    prefix = at + count - start
    let isComputed = syntax.hole == .bareBrace ? isFilled : !isRaw
    hole =
      isComputed && syntax.holeQuotes.withUTF8Buffer { [byte] in $0.contains(byte) }
      ? syntax.hole : .none
    self.isRaw = isRaw || syntax.hasRawTriples && isTriple
  }

  /// Whether the text ends at `at`.
  func closes(_ bytes: [UInt8], at: Int) -> Bool {
    guard bytes[at] == byte, at + suffix <= bytes.count else { return false }
    return bytes[at..<(at + count)].allSatisfy { $0 == byte }
      && bytes[(at + count)..<(at + suffix)].allSatisfy { $0 == UInt8(ascii: "#") }
  }

  /// The length of an escape's backslash and its `#`; nil if there is no escape.
  func escape(_ bytes: [UInt8], at: Int) -> Int? {
    guard !isRaw, bytes[at] == UInt8(ascii: "\\"), at + hashCount < bytes.count else { return nil }
    let hashes = bytes[(at + 1)..<(at + 1 + hashCount)]
    return hashes.allSatisfy { $0 == UInt8(ascii: "#") } ? 1 + hashCount : nil
  }
}
