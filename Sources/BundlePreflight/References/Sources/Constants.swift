/// The constants of a source that have a literal value.
struct Constants {
  private let tokens: SourceTokens
  /// By name: the tokens of the literals.
  private let literals: [String: [Int]]

  init(_ tokens: SourceTokens) {
    self.tokens = tokens
    var literals: [String: [Int]] = [:]
    for index in tokens.tokens.indices where tokens.tokens[index].kind == .string {
      guard
        let name = Self.boundName(before: index, tokens) ?? Self.staticName(before: index, tokens),
        SoundValues.ends(index + 1, tokens)
      else { continue }
      literals[name, default: []].append(index)
    }
    self.literals = literals
  }

  /// The literal of `name` at the token `use`. If several scopes have the name, the enclosing one
  /// counts; nil if that is not clear.
  func literal(_ name: String, for use: Int, isQualified: Bool) -> Int? {
    guard let candidates = literals[name], candidates.count <= 16 else { return nil }
    if isQualified { return candidates.count == 1 ? candidates.first : nil }
    let scopes = tokens.enclosing(use) + [-1]
    for scope in scopes {
      let here = candidates.filter { Int(tokens.tokens[$0].parent) == scope }
      if !here.isEmpty { return here.count == 1 ? here.first : nil }
    }
    return nil
  }

  /// The name in `let name = "…"`, `NSString *const name = @"…"`, `#define name @"…"` and so on.
  static func boundName(before literal: Int, _ tokens: SourceTokens) -> String? {
    var index = literal - 1
    if tokens.isMark(index, "@") { index -= 1 }
    if tokens.language == .objectiveC, tokens.isWord(index - 1, "define") {
      return tokens.word(index)
    }
    guard tokens.isMark(index, "=") else { return nil }
    index = annotatedName(index - 1, tokens)
    guard let name = tokens.word(index) else { return nil }
    let words = tokens.language.constantWords
    for back in 1...4 {
      if tokens.isMark(index - back, ";") || tokens.isMark(index - back, "{")
        || tokens.isMark(index - back, "}")
      {
        return nil
      }
      if let word = tokens.word(index - back), words.contains(word) { return name }
    }
    return nil
  }

  /// The name in Dart's `static String name = '…'` and Swift's `static var name = "…"`, if the
  /// source never gives it another value.
  private static func staticName(before literal: Int, _ tokens: SourceTokens) -> String? {
    guard tokens.language == .dart || tokens.language == .swift, tokens.isMark(literal - 1, "="),
      let name = tokens.word(literal - 2),
      tokens.isWord(literal - 3, "static") || tokens.isWord(literal - 4, "static")
    else { return nil }
    let isChanged = tokens.tokens.indices.contains { index in
      index != literal - 2 && tokens.isMark(index + 1, "=") && !tokens.isMark(index + 2, "=")
        && tokens.isWord(index, name)
    }
    return isChanged ? nil : name
  }

  /// From the last token of `name: Some.Type?` to the name; the index itself without a type.
  private static func annotatedName(_ last: Int, _ tokens: SourceTokens) -> Int {
    guard [.swift, .kotlin, .javaScript].contains(tokens.language) else { return last }
    for back in 0..<6 {
      if tokens.isMark(last - back, ":") { return last - back - 1 }
      guard
        tokens.word(last - back) != nil || tokens.isMark(last - back, ".")
          || tokens.isMark(last - back, "?")
      else { return last }
    }
    return last
  }
}
