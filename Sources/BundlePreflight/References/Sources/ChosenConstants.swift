/// The constants of a source whose value a condition or a pattern chooses:
/// `final sound = switch (x) { … }`, `const sound = isLoud ? 'a.wav' : 'b.wav'`.
struct ChosenConstants {
  private let tokens: SourceTokens
  /// By name: the tokens after `=`.
  private let values: [String: [Int]]

  init(_ tokens: SourceTokens) {
    self.tokens = tokens
    var values: [String: [Int]] = [:]
    for index in tokens.tokens.indices where tokens.isMark(index, "=") {
      guard !tokens.isMark(index + 1, "="), !tokens.isMark(index + 1, ">"),
        tokens.string(index + 1) == nil,
        let name = Constants.boundName(before: index + 1, tokens)
          ?? Self.localName(before: index, tokens)
      else { continue }
      values[name, default: []].append(index + 1)
    }
    self.values = values
  }

  /// The name in C#'s `var name = …`, `string? name = …`.
  private static func localName(before index: Int, _ tokens: SourceTokens) -> String? {
    guard tokens.language == .cSharp else { return nil }
    let type = tokens.isMark(index - 2, "?") ? index - 3 : index - 2
    return tokens.isWord(type, "var") || tokens.isWord(type, "string")
      ? tokens.word(index - 1) : nil
  }

  /// The value's first token, of the constant `name` at the token `use`: the one of the innermost
  /// scope; nil if that is not clear.
  func value(_ name: String, for use: Int) -> Int? {
    guard let all = values[name], all.count <= 16 else { return nil }
    for scope in tokens.enclosing(use) + [-1] {
      let here = all.filter { tokens.tokens.indices.contains($0) && parent($0) == scope }
      if let first = here.first { return here.count == 1 && first < use ? first : nil }
    }
    return nil
  }

  private func parent(_ index: Int) -> Int { Int(tokens.tokens[index].parent) }
}
