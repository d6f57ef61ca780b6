/// A property whose value a type computes from a choice of names:
/// `var file: String { switch self { case .bell: "bell.caf" … } }` of Swift,
/// `String get file => switch (this) { Tone.bell => 'bell.caf' … }` of Dart.
struct ComputedProperty {
  let type: String
  let name: String

  /// The property that the literal at `index` is a result of; nil if it is none.
  init?(of index: Int, _ tokens: SourceTokens) {
    guard tokens.language == .swift || tokens.language == .dart, Self.isResult(index, tokens) else {
      return nil
    }
    for bracket in tokens.enclosing(index) {
      guard tokens.isMark(bracket, "{") else { return nil }
      guard let name = Self.name(ofBody: bracket, tokens) else { continue }
      let outer = Int(tokens.tokens[bracket].parent)
      guard outer >= 0, let type = tokens.type(of: outer) else { return nil }
      (self.type, self.name) = (type, name)
      return
    }
    return nil
  }

  /// `return "bell.caf"`, `case .bell: "bell.caf"`, `Tone.bell => 'bell.caf'`, `{ "bell.caf" }`
  private static func isResult(_ index: Int, _ tokens: SourceTokens) -> Bool {
    tokens.isWord(index - 1, "return")
      || [":", "{"].contains { tokens.isMark(index - 1, $0) }
      || tokens.isMark(index - 1, ">") && tokens.isMark(index - 2, "=")
  }

  private static func name(ofBody bracket: Int, _ tokens: SourceTokens) -> String? {
    switch tokens.language {
    case .swift:
      // `var file: String {`, `var file: String? {`
      let type = tokens.isMark(bracket - 1, "?") ? bracket - 2 : bracket - 1
      guard tokens.isWord(type, "String"), tokens.isMark(type - 1, ":"),
        tokens.isWord(type - 3, "var")
      else { return nil }
      return tokens.word(type - 2)
    case .dart:
      // `String get file {`, `String get file => switch (this) {`
      if tokens.isWord(bracket - 2, "get") { return tokens.word(bracket - 1) }
      guard tokens.isMark(bracket - 1, ")"), tokens.tokens[bracket - 1].partner > 0,
        case let word = Int(tokens.tokens[bracket - 1].partner) - 1,
        tokens.isWord(word, "switch"), tokens.isMark(word - 1, ">"),
        tokens.isMark(word - 2, "="), tokens.isWord(word - 4, "get")
      else { return nil }
      return tokens.word(word - 3)
    default: return nil
    }
  }
}
