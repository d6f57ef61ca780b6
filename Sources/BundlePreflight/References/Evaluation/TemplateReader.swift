/// Reads the fixed parts and the interpolations of a text.
struct TemplateReader {
  private let unit: SourceUnit
  private let tokens: SourceTokens

  init(_ unit: SourceUnit) {
    self.unit = unit
    tokens = unit.tokens
  }

  func template(_ index: Int) -> Expression {
    let token = tokens.tokens[index]
    let start = Int(token.start) + Int(token.prefix)
    let end = Int(token.end) - Int(token.suffix)
    guard start <= end, end - start <= 1024 else { return .unknown }
    var pieces: [Expression.Piece] = []
    var text: [UInt8] = []
    var at = start
    func flush() {
      if !text.isEmpty { pieces.append(.text(String(decoding: text, as: UTF8.self))) }
      text = []
    }
    while at < end {
      guard let hole = hole(at, end) else {
        text.append(tokens.bytes[at])
        at += 1
        continue
      }
      flush()
      pieces.append(
        unit.hole(hole.content, ofToken: index).map { .hole($0) } ?? .unknown)
      at = hole.next
    }
    flush()
    return .template(pieces, index)
  }

  /// The interpolation at an offset, and the offset after it.
  private func hole(_ at: Int, _ end: Int) -> (content: Range<Int>, next: Int)? {
    let bytes = tokens.bytes
    let next = at + 1 < end ? bytes[at + 1] : 0
    switch (tokens.language, bytes[at]) {
    case (.swift, UInt8(ascii: "\\")) where next == UInt8(ascii: "("):
      return enclosed(at + 2, end, UInt8(ascii: "("), UInt8(ascii: ")"))
    case (.javaScript, UInt8(ascii: "$")), (.dart, UInt8(ascii: "$")), (.kotlin, UInt8(ascii: "$")):
      if next == UInt8(ascii: "{") {
        return enclosed(at + 2, end, UInt8(ascii: "{"), UInt8(ascii: "}"))
      }
      guard tokens.language != .javaScript else { return nil }
      var last = at + 1
      while last < end, bytes[last].isWord { last += 1 }
      return last > at + 1 ? (at + 1..<last, last) : nil
    case (.ruby, UInt8(ascii: "#")) where next == UInt8(ascii: "{"):
      return enclosed(at + 2, end, UInt8(ascii: "{"), UInt8(ascii: "}"))
    case (.cSharp, UInt8(ascii: "{")), (.python, UInt8(ascii: "{")):
      return enclosed(at + 1, end, UInt8(ascii: "{"), UInt8(ascii: "}"))
    default: return nil
    }
  }

  private func enclosed(
    _ start: Int, _ end: Int, _ opening: UInt8, _ closing: UInt8
  ) -> (content: Range<Int>, next: Int)? {
    var depth = 1
    for at in start..<end {
      if tokens.bytes[at] == opening { depth += 1 }
      if tokens.bytes[at] == closing { depth -= 1 }
      if depth == 0 { return (start..<at, at + 1) }
    }
    return nil
  }
}
