/// What the code for Android in a source says about sounds and variables, read once.
struct SoundSetters {
  /// Whether any channel gets a sound: `setSound(uri, attributes)`.
  private(set) var isForChannels = false
  /// By the names of variables: the tokens after `=`.
  private(set) var assignments: [String: [Int]] = [:]

  init(_ tokens: SourceTokens) {
    guard [.kotlin, .java, .dart, .javaScript].contains(tokens.language) else { return }
    for index in tokens.tokens.indices {
      if tokens.isMark(index, "="), !tokens.isMark(index + 1, "="),
        !tokens.isMark(index + 1, ">"), let name = Self.name(before: index, tokens)
      {
        assignments[name, default: []].append(index + 1)
      } else if Self.isOne(index, tokens), tokens.next(argumentAfter: index + 2) != nil {
        isForChannels = true
      }
    }
  }

  /// The variable that `=` gives a value, also in `let bells: string = …`.
  private static func name(before index: Int, _ tokens: SourceTokens) -> String? {
    let isTyped =
      [.javaScript, .kotlin].contains(tokens.language) && tokens.isMark(index - 2, ":")
      && ["let", "const", "var", "val"].contains(tokens.word(index - 4))
    return tokens.word(isTyped ? index - 3 : index - 1)
  }

  static func isOne(_ index: Int, _ tokens: SourceTokens) -> Bool {
    tokens.isWord(index, "setSound") && tokens.isMark(index + 1, "(")
  }
}

extension SourceTokens {
  /// The argument after the one that starts at `index`; nil after the last.
  func next(argumentAfter index: Int) -> Int? {
    var at = index
    for _ in 0..<32 where tokens.indices.contains(at) {
      if isMark(at, ",") { return at + 1 }
      if isMark(at, ")") { return nil }
      at = after(at)
    }
    return nil
  }
}
