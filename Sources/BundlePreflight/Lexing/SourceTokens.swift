/// A source as tokens with their enclosing brackets.
final class SourceTokens: Sendable {
  let bytes: [UInt8]
  let language: SourceLanguage
  let tokens: [Token]
  let mentions: SourceMentions

  init(_ bytes: [UInt8], _ language: SourceLanguage) {
    self.bytes = bytes
    self.language = language
    mentions = SourceMentions(bytes, language)
    var tokens = Lexer(bytes, language.syntax).tokens
    if language.syntax.hasDirectives { DisabledCode.remove(from: &tokens, bytes) }
    Brackets.pair(&tokens)
    // Without the room that the lexer had reserved for more of them.
    self.tokens = tokens.withUnsafeBufferPointer(Array.init)
  }

  /// Whether `index` is a word with this text.
  func isWord(_ index: Int, _ text: String) -> Bool {
    guard tokens.indices.contains(index), tokens[index].kind == .word,
      Int(tokens[index].end - tokens[index].start) == text.utf8.count
    else { return false }
    return bytes[range(index)].elementsEqual(text.utf8)
  }

  func isMark(_ index: Int, _ mark: Unicode.Scalar) -> Bool {
    tokens.indices.contains(index) && tokens[index].kind == .mark
      && tokens[index].mark == UInt8(ascii: mark)
  }

  /// The text of a word; nil for other tokens.
  func word(_ index: Int) -> String? {
    guard tokens.indices.contains(index), tokens[index].kind == .word else { return nil }
    return String(decoding: bytes[range(index)], as: UTF8.self)
  }

  /// The value of a string that is not computed; nil for other tokens.
  func string(_ index: Int) -> String? {
    guard tokens.indices.contains(index), tokens[index].kind == .string else { return nil }
    return tokens[index].value(in: bytes, language.syntax)
  }

  /// Whether the token is a text that starts with some characters, whatever is computed after them.
  func isText(_ index: Int, startingWith start: String) -> Bool {
    guard tokens.indices.contains(index),
      tokens[index].kind == .string || tokens[index].kind == .computedString
    else { return false }
    return content(index).starts(with: start.utf8)
  }

  /// The bytes of a token, of a string those between its quotation marks.
  func content(_ index: Int) -> ArraySlice<UInt8> {
    let token = tokens[index]
    return bytes[range(index)].dropFirst(Int(token.prefix)).dropLast(Int(token.suffix))
  }

  func range(_ index: Int) -> Range<Int> { Int(tokens[index].start)..<Int(tokens[index].end) }

  /// The token after the closing bracket of the one at `index`, or after `index` itself.
  func after(_ index: Int) -> Int { max(index, Int(tokens[index].partner)) + 1 }

  /// The last word of a chain `a.b.c` that starts with a token; the token itself where no dot follows.
  /// - Parameter limit: the maximum number of tokens after the first one.
  func lastOfChain(_ start: Int, within limit: Int) -> Int {
    var last = start
    while last - start < limit, isMark(last + 1, "."), word(last + 2) != nil { last += 2 }
    return last
  }

  /// What stands in the parentheses that end before a token, with the first of them: the condition of
  /// `if (…) {`; nil where none end there.
  func condition(before index: Int) -> Range<Int>? {
    guard isMark(index - 1, ")"), case let head = Int(tokens[index - 1].partner), head >= 0 else {
      return nil
    }
    return head..<index - 1
  }

  /// Whether a line ends between a token and the one before it.
  func startsLine(_ index: Int) -> Bool {
    guard index > 0, tokens.indices.contains(index) else { return true }
    return bytes[Int(tokens[index - 1].end)..<Int(tokens[index].start)].contains(0x0A)
  }

  /// The brackets around a token, from inside out. Their number is limited, because a crafted file
  /// may have a million.
  func enclosing(_ index: Int) -> [Int] {
    var brackets: [Int] = []
    var next = Int(tokens[index].parent)
    while next >= 0, brackets.count < 24 {
      brackets.append(next)
      next = Int(tokens[next].parent)
    }
    return brackets
  }

  /// The tokens of the list that `bracket` opens, without those of the lists in it.
  func list(in bracket: Int) -> some Sequence<Int> {
    sequence(first: bracket + 1) { self.after($0) }.prefix(Self.listLimit).lazy
      .prefix { index in
        index < self.tokens.count && !["}", ")", "]"].contains { self.isMark(index, $0) }
      }
  }

  /// What stands between the commas of the list that `bracket` opens.
  func parts(of bracket: Int) -> [Range<Int>] {
    let end = Int(tokens[bracket].partner)
    guard end > bracket + 1 else { return [] }
    let commas = list(in: bracket).filter { isMark($0, ",") }
    return zip([bracket] + commas, commas + [end]).map { $0 + 1..<$1 }.filter { !$0.isEmpty }
  }

  /// A word or a string that may be the name of a member; nil for other tokens, and for long ones.
  func key(_ index: Int) -> String? {
    guard tokens.indices.contains(index), tokens[index].end - tokens[index].start <= 64 else {
      return nil
    }
    return word(index) ?? string(index)
  }

  /// The maximum number of tokens of a list that are looked at: a crafted file may be one list.
  private static let listLimit = 256

  /// The first token of the value of the member at `index`: after its colon, or the variable of the
  /// same name in `{ sound, title }`; nil if it is no member.
  func valueOfMember(_ index: Int) -> Int? {
    if isMark(index + 1, ":") { return index + 2 }
    guard language == .javaScript, word(index) != nil,
      isMark(index - 1, "{") || isMark(index - 1, ","),
      isMark(index + 1, ",") || isMark(index + 1, "}"),
      let bracket = enclosing(index).first, isMark(bracket, "{")
    else { return nil }
    return index
  }
}
