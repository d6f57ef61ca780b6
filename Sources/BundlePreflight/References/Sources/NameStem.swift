/// A file's name without its extension, which code cuts off: `'bell.mp3'.split('.').first`,
/// `tone.replaceAll('.mp3', '')` of a constant.
struct NameStem {
  let name: String
  /// The offset of the literal with the whole name.
  let offset: Int

  init?(at start: Int, _ tokens: SourceTokens, _ bindings: Bindings) {
    guard let (literal, method) = Self.cut(at: start, tokens, bindings),
      let whole = tokens.string(literal),
      let name = Self.rest(of: whole, after: method, tokens), !name.isEmpty
    else { return nil }
    self.name = name
    offset = Int(tokens.tokens[literal].start)
  }

  /// The literal whose end is cut off, and the name of the method that does so.
  private static func cut(
    at start: Int, _ tokens: SourceTokens, _ bindings: Bindings
  ) -> (literal: Int, method: Int)? {
    if tokens.string(start) != nil {
      return tokens.isMark(start + 1, ".") ? (start, start + 2) : nil
    }
    var last = start
    while last - start < 12, tokens.isMark(last + 1, "."), !tokens.isMark(last + 3, "(") {
      last += 2
    }
    guard tokens.isMark(last + 1, "."), let literal = bindings.literal(from: start, to: last)
    else { return nil }
    return (literal, last + 2)
  }

  private static func rest(of name: String, after method: Int, _ tokens: SourceTokens) -> String? {
    guard tokens.isMark(method + 1, "("), let argument = tokens.string(method + 2) else {
      return nil
    }
    switch tokens.word(method) {
    case "split" where argument == "." && tokens.isMark(method + 3, ")"):
      let isFirst =
        tokens.isMark(method + 4, ".") && tokens.isWord(method + 5, "first")
        || tokens.isMark(method + 4, "[") && tokens.isWord(method + 5, "0")
      return isFirst ? name.split(separator: ".").first.map(String.init) : nil
    case "replace", "replaceAll", "replaceFirst", "removeSuffix":
      let isCut = tokens.isMark(method + 3, ")") || tokens.string(method + 4) == ""
      guard isCut, argument.hasPrefix("."), name.hasSuffix(argument) else { return nil }
      return String(name.dropLast(argument.count))
    case "substringBefore", "substringBeforeLast":
      return argument == "." ? name.fileStem : nil
    default: return nil
    }
  }
}
