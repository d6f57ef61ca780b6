/// `condition ? 'gong.wav' : 'bell.wav'`: each of the two names is asked for at some time.
struct Ternary {
  typealias Choice = [(name: String, offset: Int, platform: SoundBundle.Platform?)]

  /// The literals among the two values.
  let choice: Choice

  /// nil if no such expression with a literal starts at `start`, or if a part of it is computed.
  init?(at start: Int, _ tokens: SourceTokens) {
    guard let mark = Self.questionMark(from: start, tokens) else { return nil }
    let first = tokens.isMark(mark + 1, "@") ? mark + 2 : mark + 1
    guard let colon = Self.colon(from: first, tokens) else { return nil }
    let second = tokens.isMark(colon + 1, "@") ? colon + 2 : colon + 1
    guard SoundValues.ends(second + 1, tokens) else { return nil }
    let platform = Self.platform(start..<mark, tokens)
    let values = [(first, platform), (second, platform.map(\.other))]
    choice = values.compactMap { index, platform in
      tokens.string(index).map { ($0, Int(tokens.tokens[index].start), platform) }
    }
    // A value that is not a literal must be a plain word: `undefined`, `custom`.
    guard !choice.isEmpty, values.allSatisfy({ tokens.tokens[$0.0].kind != .mark }) else {
      return nil
    }
  }

  /// The mark after the condition, which is on the same level as its start.
  private static func questionMark(from start: Int, _ tokens: SourceTokens) -> Int? {
    var index = start
    for _ in 0..<32 where tokens.tokens.indices.contains(index) {
      if index > start, tokens.isMark(index, "?") {
        // `a?.b`, `a ?? b`
        if !tokens.isMark(index + 1, "."), !tokens.isMark(index + 1, "?"),
          !tokens.isMark(index - 1, "?")
        {
          return index
        }
      }
      if [",", ";", ")", "]", "}", ":"].contains(where: { tokens.isMark(index, $0) }) {
        return nil
      }
      index = tokens.after(index)
    }
    return nil
  }

  /// The colon after one value.
  private static func colon(from first: Int, _ tokens: SourceTokens) -> Int? {
    guard tokens.tokens.indices.contains(first + 1) else { return nil }
    return tokens.isMark(first + 1, ":") ? first + 1 : nil
  }

  /// The platform that the condition tests, as in `Platform.OS === 'ios'` and `Platform.isIOS`.
  private static func platform(
    _ range: Range<Int>, _ tokens: SourceTokens
  ) -> SoundBundle.Platform? {
    var found: SoundBundle.Platform?
    for index in range {
      if tokens.isMark(index, "!") { return nil }
      switch (tokens.string(index) ?? tokens.word(index))?.lowercased() {
      case "ios", "isios": found = .apple
      case "android", "isandroid": found = .android
      default: continue
      }
    }
    return found
  }
}

extension SoundBundle.Platform {
  fileprivate var other: Self { self == .apple ? .android : .apple }
}
