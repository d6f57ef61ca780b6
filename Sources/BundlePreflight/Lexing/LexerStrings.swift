extension Lexer {
  /// Whether a quotation mark does not open a string: it is never closed, or it is in a word of
  /// JSX.
  func isPunctuation(_ quote: Quote) -> Bool {
    guard quote.count == 1 else { return false }
    let isApostrophe =
      syntax.hasExpressions && quote.byte == UInt8(ascii: "'") && followsValue && at > 0
      && Self.isWord(bytes[at - 1])
    return isApostrophe || at < unclosed[quote.byte, default: 0]
  }

  /// Reads a string from `content` to its end or to an interpolation.
  /// - Parameter isComputed: whether there was an interpolation before `content`.
  mutating func readString(
    _ quote: Quote, from start: Int, content: Int, isComputed: Bool = false
  ) {
    var isComputed = isComputed
    let hadHole = isComputed
    at = content
    while at < bytes.count {
      if quote.closes(bytes, at: at) {
        return finish(quote, from: start, end: at + quote.suffix, isComputed)
      }
      if bytes[at] == 0x0A || bytes[at] == 0x0D {
        guard quote.spansLines else {
          return giveUp(quote, from: start, hadHole)
        }
        isComputed = true
      }
      if let escape = quote.escape(bytes, at: at) {
        if quote.hole == .parenthesis, at + escape < bytes.count,
          bytes[at + escape] == UInt8(ascii: "(")
        {
          return open(quote, from: start, UInt8(ascii: "("), after: at + escape + 1)
        }
        at += escape
        // The escaped byte may be a line end, which ends the string.
        if at < bytes.count, bytes[at] != 0x0A, bytes[at] != 0x0D { at += 1 }
      } else if bytes[at] == UInt8(ascii: "$"), quote.hole == .brace || quote.hole == .dollar {
        at += 1
        if at < bytes.count, bytes[at] == UInt8(ascii: "{") {
          return open(quote, from: start, UInt8(ascii: "{"), after: at + 1)
        }
        isComputed = isComputed || quote.hole == .dollar
      } else if bytes[at] == UInt8(ascii: "#"), quote.hole == .hashBrace {
        at += 1
        if at < bytes.count, bytes[at] == UInt8(ascii: "{") {
          return open(quote, from: start, UInt8(ascii: "{"), after: at + 1)
        }
      } else if bytes[at] == UInt8(ascii: "{"), quote.hole == .bareBrace {
        // `{{` is a brace.
        guard at + 1 < bytes.count, bytes[at + 1] == UInt8(ascii: "{") else {
          return open(quote, from: start, UInt8(ascii: "{"), after: at + 1)
        }
        at += 2
      } else {
        at += 1
      }
    }
    if quote.spansLines { noteUnended(start) } else { giveUp(quote, from: start, hadHole) }
  }

  private mutating func open(_ quote: Quote, from start: Int, _ opening: UInt8, after: Int) {
    let closing = opening == UInt8(ascii: "(") ? UInt8(ascii: ")") : UInt8(ascii: "}")
    // People nest a few; beyond the limit, the string around continues after the innermost one.
    if holes.count < Self.holeLimit {
      holes.append(OpenHole(opening: opening, closing: closing, quote: quote, start: start))
    }
    at = after
    followsValue = false
  }

  private mutating func finish(_ quote: Quote, from start: Int, end: Int, _ isComputed: Bool) {
    at = end
    followsValue = true
    guard !(syntax.hasCharacters && quote.byte == UInt8(ascii: "'")) else {
      return emit(Token(.word, start: start, end: end))
    }
    var token = Token(isComputed ? .computedString : .string, start: start, end: end)
    token.prefix = UInt8(quote.prefix)
    token.suffix = UInt8(quote.suffix)
    token.isRaw = quote.isRaw
    emit(token)
  }

  /// Continues after a quotation mark that is not closed on its line. No other one of its kind is
  /// tried up to the line's end, so that a line of a million of them takes no longer than another
  /// line.
  private mutating func giveUp(_ quote: Quote, from start: Int, _ hadHole: Bool) {
    noteUnended(start)
    guard !hadHole else {
      emit(Token(.computedString, start: start, end: at))
      return
    }
    unclosed[quote.byte] = at
    at = start + quote.prefix
    followsValue = false
  }
}
