/// Names that Swift makes of an enumeration's raw values: `"\(tone.rawValue).caf"` and
/// `tone.rawValue + ".caf"`, of `enum Tone: String { case bell, gong = "big-gong" }`.
///
/// The enumeration may stand in another source; which type `tone` has, this source says.
struct RawValueNames {
  /// A name of the raw values of a type, with the text around them.
  struct Name {
    let type: String
    let before: String
    let after: String
  }

  private let tokens: SourceTokens
  /// The types of variables and parameters; nil for a name that has several.
  private var types: [String: String?] = [:]

  init(_ tokens: SourceTokens) {
    self.tokens = tokens
    guard tokens.language == .swift, tokens.bytes.contains(bytesOf: "rawValue") else { return }
    for index in tokens.tokens.indices where tokens.isMark(index, ":") {
      guard let name = tokens.word(index - 1), let type = tokens.word(index + 1),
        type.first?.isUppercase == true, !tokens.isMark(index + 2, ".")
      else { continue }
      types[name] = types[name, default: type] == type ? type : .some(nil)
    }
  }

  /// The name that starts with the token at `start`; nil if there is no such one.
  func name(at start: Int) -> Name? {
    guard tokens.language == .swift,
      let parts = sum(at: start) ?? ComposedName.interpolation(at: start, tokens)
    else { return nil }
    let path = parts.constant.split(separator: ".")
    guard path.last == "rawValue", path.count < 3 else { return nil }
    let type =
      path.count == 2
      ? types[String(path[0])] ?? nil
      : tokens.enclosing(start).lazy.compactMap { tokens.type(of: $0) }.first
    return type.map { Name(type: $0, before: parts.before, after: parts.after) }
  }

  private func sum(at start: Int) -> ComposedName.Parts? {
    let last = tokens.isMark(start + 1, ".") ? start + 2 : start
    guard tokens.isWord(last, "rawValue"), tokens.isMark(last + 1, "+"),
      let after = tokens.string(last + 2), SoundValues.ends(last + 3, tokens)
    else { return nil }
    let owner = last > start ? (tokens.word(start) ?? "") + "." : ""
    return ("", owner + "rawValue", after, Int(tokens.tokens[start].start))
  }
}

extension RawValueNames {
  /// The raw values of the enumeration whose word `enum` is at `index`, with their offsets.
  static func values(
    ofEnumeration index: Int, _ tokens: SourceTokens
  ) -> (type: String, values: [(value: String, offset: Int)])? {
    guard tokens.language == .swift, let type = tokens.word(index + 1),
      tokens.isMark(index + 2, ":"),
      tokens.isWord(index + 3, "String"),
      let bracket = (index + 4..<index + 20).first(where: { tokens.isMark($0, "{") }),
      tokens.tokens[bracket].partner > bracket
    else { return nil }
    var values: [(value: String, offset: Int)] = []
    for at in (bracket + 1..<Int(tokens.tokens[bracket].partner)).prefix(4096) {
      guard Int(tokens.tokens[at].parent) == bracket, values.count < 100,
        tokens.isWord(at - 1, "case") || tokens.isMark(at - 1, ",") && !values.isEmpty,
        let name = tokens.word(at)
      else { continue }
      let literal = tokens.isMark(at + 1, "=") ? at + 2 : at
      values.append((tokens.string(literal) ?? name, Int(tokens.tokens[literal].start)))
    }
    return (type, values)
  }
}
