/// How a text in a source is enclosed.
struct Quote: Sendable {
  let byte: UInt8
  /// 1 or 3.
  let count: Int
  /// The `#` around Swift's raw texts, which its escapes have too.
  let hashCount: Int
  /// The bytes before the content.
  let prefix: Int
  let isRaw: Bool
  let hole: Hole

  /// How an interpolation starts.
  enum Hole: Sendable {
    case none
    /// `\(…)`
    case parenthesis
    /// `${…}`
    case brace
    /// `$name` and `${…}`
    case dollar
  }

  var spansLines: Bool { count == 3 || byte == UInt8(ascii: "`") }
  var suffix: Int { count + hashCount }

  /// The text that opens at `start`; nil where none does.
  init?(_ bytes: [UInt8], at start: Int, _ language: SourceLanguage) {
    var at = start
    // Nobody writes more than a few; a made file may have a million.
    while language == .swift, at < bytes.count, bytes[at] == UInt8(ascii: "#"), at - start < 16 {
      at += 1
    }
    hashCount = at - start
    var isRaw = false
    if language == .dart, at + 1 < bytes.count, bytes[at] == UInt8(ascii: "r") {
      at += 1
      isRaw = true
    }
    guard at < bytes.count, language.isQuote(bytes[at]) else { return nil }
    byte = bytes[at]
    let isTriple =
      language.hasTripleQuotes && at + 2 < bytes.count && bytes[at + 1] == byte
      && bytes[at + 2] == byte && !(language.hasCharacters && byte == UInt8(ascii: "'"))
    count = isTriple ? 3 : 1
    prefix = at + count - start
    switch language {
    case .swift: hole = .parenthesis
    case .javaScript: hole = byte == UInt8(ascii: "`") ? .brace : .none
    case .dart: hole = isRaw ? .none : .dollar
    case .kotlin: hole = byte == UInt8(ascii: "'") ? .none : .dollar
    case .objectiveC, .java: hole = .none
    }
    self.isRaw = isRaw || language == .kotlin && isTriple
  }

  /// Whether the text ends at `at`.
  func closes(_ bytes: [UInt8], at: Int) -> Bool {
    guard bytes[at] == byte, at + suffix <= bytes.count else { return false }
    return bytes[at..<(at + count)].allSatisfy { $0 == byte }
      && bytes[(at + count)..<(at + suffix)].allSatisfy { $0 == UInt8(ascii: "#") }
  }

  /// The length of an escape's backslash and its `#`; nil where none stands.
  func escape(_ bytes: [UInt8], at: Int) -> Int? {
    guard !isRaw, bytes[at] == UInt8(ascii: "\\"), at + hashCount < bytes.count else { return nil }
    let hashes = bytes[(at + 1)..<(at + 1 + hashCount)]
    return hashes.allSatisfy { $0 == UInt8(ascii: "#") } ? 1 + hashCount : nil
  }
}
