/// The names of sounds that a server in Python makes of one value, `f"{self.tone}.caf"`, where the source
/// gives that value one text: `tone: str = "bell"`.
struct ServerTemplates {
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The maximum number of names of one source: the source is searched for each.
  private static let limit = 8

  func run(_ hits: inout ReferenceHits) {
    var count = 0
    for (sought, suffix) in Self.suffixes {
      var at = 0
      while count < Self.limit, let end = bytes.end(of: sought, from: at) {
        at = end
        guard let field = field(beforeSuffix: end - suffix.utf8.count - 1, end) else { continue }
        count += 1
        guard let value = value(of: field.name) else { continue }
        hits.ask(for: value + suffix, at: field.offset, .server, on: .apple, isCertain: true)
      }
    }
  }

  private static let suffixes: [(BytePattern, String)] = [
    ("}.caf", ".caf"), ("}.wav", ".wav"), ("}.aiff", ".aiff"), ("}.aif", ".aif"),
  ]

  /// The name in the braces that are a text alone with the suffix after them, near the word `sound`.
  private func field(beforeSuffix close: Int, _ end: Int) -> (name: String, offset: Int)? {
    guard end < bytes.count, [0x22, 0x27].contains(bytes[end]) else { return nil }
    var start = close
    while start > 0, close - start < 64, Lexer.isWord(bytes[start - 1]) || bytes[start - 1] == 0x2E
    {
      start -= 1
    }
    guard start >= 3, bytes[start - 1] == UInt8(ascii: "{"), bytes[start - 2] == bytes[end],
      bytes[start - 3] | 0x20 == UInt8(ascii: "f"), !bytes.isInComment(start),
      bytes.names("ound", before: close)
    else { return nil }
    let words = bytes[start..<close].split(separator: 0x2E)
    guard let last = words.last, words.count < 3 else { return nil }
    return (String(decoding: last, as: UTF8.self), start - 3)
  }

  /// The one text that a name is given in the source; nil where there is none, or there are several.
  private func value(of name: String) -> String? {
    let values = bytes.ranges(of: Array(name.utf8)).compactMap { place -> String? in
      guard place.lowerBound == 0 || !Lexer.isWord(bytes[place.lowerBound - 1]) else { return nil }
      return text(givenAfter: place.upperBound)
    }
    return Set(values).count == 1 ? values.first : nil
  }

  /// `= "bell"`, `: str = "bell"`
  private func text(givenAfter end: Int) -> String? {
    var at = end
    while at < bytes.count, at - end < 32, bytes[at] != UInt8(ascii: "=") {
      guard Lexer.isWord(bytes[at]) || [0x20, 0x3A].contains(bytes[at]) else { return nil }
      at += 1
    }
    at += 1
    while at < bytes.count, bytes[at] == 0x20 { at += 1 }
    guard at < bytes.count, [0x22, 0x27].contains(bytes[at]) else { return nil }
    let rest = bytes[(at + 1)...].prefix(64)
    guard let close = rest.firstIndex(of: bytes[at]), close > at + 1 else { return nil }
    let text = bytes[(at + 1)..<close]
    return text.allSatisfy { Lexer.isWord($0) || $0 == 0x2D }
      ? String(decoding: text, as: UTF8.self) : nil
  }
}
