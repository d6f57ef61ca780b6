/// What the code for Android in a source says about `setSound`, read once.
struct SoundSetters {
  /// Whether any channel gets a sound: `setSound(uri, attributes)`.
  private(set) var isForChannels = false
  /// Whether any notification is given a channel: a source may build those for Android before 8, which
  /// has no channels, apart.
  private(set) var namesChannels = false

  init(_ tokens: SourceTokens) {
    guard [.kotlin, .java].contains(tokens.language) else { return }
    isForChannels = tokens.tokens.indices.contains { index in
      Self.isOne(index, tokens) && tokens.next(argumentAfter: index + 2) != nil
    }
    namesChannels = tokens.tokens.indices.contains { index in
      tokens.isWord(index, "setChannelId") || tokens.isWord(index, "setChannel")
        || tokens.isWord(index, "Builder") && tokens.isMark(index - 1, ".")
          && tokens.isMark(index + 1, "(") && tokens.next(argumentAfter: index + 2) != nil
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
