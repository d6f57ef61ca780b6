/// A name of one constant and fixed text: `"\(alarm).caf"`, `'$alarm.caf'`, `alarm + ".caf"`.
struct ComposedName {
  let name: String
  /// The offset of the expression.
  let offset: Int

  init?(at start: Int, _ tokens: SourceTokens, _ bindings: Bindings) {
    guard let parts = Self.sum(at: start, tokens) ?? Self.interpolation(at: start, tokens),
      case let words = parts.constant.split(separator: ".").map(String.init),
      let word = words.last,
      let constant = bindings.literal(word, of: words.dropLast().last, for: start),
      let value = tokens.string(constant)
    else { return nil }
    name = parts.before + value + parts.after
    offset = parts.offset
  }

  typealias Parts = (before: String, constant: String, after: String, offset: Int)

  private static func sum(at start: Int, _ tokens: SourceTokens) -> Parts? {
    guard let constant = tokens.word(start), tokens.isMark(start + 1, "+") else { return nil }
    let end = tokens.isMark(start + 2, "@") ? start + 3 : start + 2
    guard let after = tokens.string(end), SoundValues.ends(end + 1, tokens) else { return nil }
    return ("", constant, after, Int(tokens.tokens[start].start))
  }

  /// The tokens of an interpolation stand before the one of the string around them.
  static func interpolation(at start: Int, _ tokens: SourceTokens) -> Parts? {
    let all = tokens.tokens
    guard all.indices.contains(start) else { return nil }
    var index = start
    while index - start < 8, index < all.count, all[index].kind != .computedString { index += 1 }
    guard index < all.count, all[index].kind == .computedString,
      index == start || all[index].start < all[start].start, SoundValues.ends(index + 1, tokens)
    else { return nil }
    guard let text = text(of: all[index], tokens) else { return nil }
    return parts(of: text, Int(all[index].start))
  }

  /// What stands between a string's quotation marks; nil for a long one.
  static func text(of token: Token, _ tokens: SourceTokens) -> String? {
    let content = (Int(token.start) + Int(token.prefix))..<(Int(token.end) - Int(token.suffix))
    guard content.count <= 255 else { return nil }
    return String(decoding: tokens.bytes[content], as: UTF8.self)
  }

  /// The parts of a string with one interpolation of a name alone.
  private static func parts(of text: String, _ offset: Int) -> Parts? {
    guard let hole = text.firstIndex(where: { $0 == "$" || $0 == "\\" }) else { return nil }
    var rest = text[hole...].dropFirst()
    let closing: Character? = ["{": "}", "(": ")"][rest.first ?? " "]
    guard closing != nil || text[hole] == "$" else { return nil }
    if closing != nil { rest = rest.dropFirst() }
    let constant = rest.prefix { character in
      character.isLetter || character.isNumber || character == "_"
        || character == "." && closing != nil
    }
    var after = rest.dropFirst(constant.count)
    if let closing { guard after.popFirst() == closing else { return nil } }
    guard !constant.isEmpty, !after.contains(where: { "$\\{".contains($0) }) else { return nil }
    return (String(text[..<hole]), String(constant), String(after), offset)
  }

  /// A name of which only the extension is known, in a string that stands alone: `\`${tone}.mp3\``.
  static func anyName(
    endingAt index: Int, _ tokens: SourceTokens
  ) -> (name: String, offset: Int)? {
    let token = tokens.tokens[index]
    guard token.kind == .computedString, SoundValues.ends(index + 1, tokens),
      let text = text(of: token, tokens)
    else { return nil }
    let suffix = "." + ("x" + text).fileSuffix
    guard !text.contains("/"), SoundNames.hasSoundSuffix("x" + suffix) else { return nil }
    return (SoundReference.anyName + suffix, Int(token.start))
  }

  /// A name of which only the extension is known: `tone + ".mp3"`, `"\(alarm.tone).mp3"`,
  /// `String(format: "%@.mp3", tone)`, `[tone stringByAppendingString:@".mp3"]`.
  static func anyName(from start: Int, _ tokens: SourceTokens) -> (name: String, offset: Int)? {
    let all = tokens.tokens
    guard all.indices.contains(start) else { return nil }
    let isCall = tokens.isMark(start, "[") || tokens.isWord(start, "String")
    for index in (start..<all.count).prefix(24) {
      let token = all[index]
      if token.kind == .computedString {
        return token.start <= all[start].start ? anyName(endingAt: index, tokens) : nil
      }
      guard token.kind == .string else { continue }
      guard let text = text(of: token, tokens) else { return nil }
      let suffix = "." + ("x" + text).fileSuffix
      let isRest =
        isCall
        ? text == suffix || text == "%@" + suffix
        : text == suffix && SoundValues.ends(index + 1, tokens)
          && (tokens.isMark(index - 1, "+") || tokens.isMark(index - 2, "+"))
      guard isRest, SoundNames.hasSoundSuffix("x" + suffix) else { return nil }
      return (SoundReference.anyName + suffix, Int(token.start))
    }
    return nil
  }
}
