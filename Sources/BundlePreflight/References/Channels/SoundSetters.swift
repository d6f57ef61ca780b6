/// What the code for Android in a source says about `setSound`, read once.
struct SoundSetters {
  /// Whether any channel gets a sound: `setSound(uri, attributes)`.
  private(set) var isForChannels = false
  /// By the names of variables: the tokens after `=`.
  private(set) var assignments: [String: [Int]] = [:]

  init(_ tokens: SourceTokens) {
    guard tokens.language == .kotlin || tokens.language == .java else { return }
    for index in tokens.tokens.indices {
      if tokens.isMark(index, "="), !tokens.isMark(index + 1, "="),
        let name = tokens.word(index - 1)
      {
        assignments[name, default: []].append(index + 1)
      } else if Self.isOne(index, tokens), tokens.next(argumentAfter: index + 2) != nil {
        isForChannels = true
      }
    }
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
