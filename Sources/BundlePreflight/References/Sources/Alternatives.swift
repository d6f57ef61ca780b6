/// The values that an expression chooses from: `condition ? 'gong.wav' : bell()`, `name ?? 'bell.wav'`,
/// `name || 'bell.wav'`. Each of them is asked for at some time.
struct Alternatives {
  let branches: SoundValue.Branches

  /// nil if no such expression starts at `start`.
  /// - Parameter value: reads the value that starts at a token.
  init?(at start: Int, _ tokens: SourceTokens, _ value: (Int) -> SoundValue) {
    guard tokens.tokens.indices.contains(start) else { return nil }
    func first(after index: Int, _ isSought: (Int) -> Bool) -> Int? {
      var at = tokens.after(index)
      for _ in 0..<48 where tokens.tokens.indices.contains(at) {
        if isSought(at) { return at }
        let isEnd = [",", ";", ")", "]", "}"].contains { tokens.isMark(at, $0) }
        if isEnd || at > index + 1 && tokens.word(at) != nil && tokens.startsLine(at) { return nil }
        at = tokens.after(at)
      }
      return nil
    }
    func isDouble(_ index: Int, _ mark: Character) -> Bool {
      tokens.isMark(index, mark) && tokens.isMark(index + 1, mark)
    }
    // Neither `a?.b` nor `a ?? b`.
    func isCondition(_ index: Int) -> Bool {
      tokens.isMark(index, "?") && !tokens.isMark(index + 1, ".") && !isDouble(index, "?")
        && !isDouble(index - 1, "?")
    }
    var open = 1
    if let mark = first(after: start, isCondition),
      let colon = first(
        after: mark,
        { index in
          open += isCondition(index) ? 1 : tokens.isMark(index, ":") ? -1 : 0
          return open == 0
        })
    {
      guard !Self.testsText(start..<mark, tokens) else { return nil }
      let platform = tokens.platform(in: start..<mark)
      let left = Self.excluded(start..<mark, tokens)
      branches = [
        (value(mark + 1).without(left.unequal), platform),
        (value(colon + 1).without(left.equal), platform.map(\.other)),
      ]
    } else if let mark = first(after: start, { isDouble($0, "?") || isDouble($0, "|") }) {
      branches = [(.parts([]), nil), (value(mark + 2), nil)]
    } else {
      return nil
    }
  }

  /// Whether the condition looks at the name itself, so that it does not choose each value:
  /// `name.endsWith('.wav') ? name : '$name.wav'`.
  private static func testsText(_ range: Range<Int>, _ tokens: SourceTokens) -> Bool {
    range.contains { index in
      tokens.isMark(index - 1, ".") && tokens.isMark(index + 1, "(")
        && tokens.word(index).map(textTests.contains) == true
    }
  }

  /// The texts that the condition compares a name with: what is equal is chosen by the first branch
  /// alone, as in `tone === 'none' ? null : tone`.
  private static func excluded(
    _ range: Range<Int>, _ tokens: SourceTokens
  ) -> (equal: Set<String>, unequal: Set<String>) {
    var (equal, unequal): (Set<String>, Set<String>) = ([], [])
    for index in range {
      guard let text = tokens.string(index) else { continue }
      switch tokens.comparison(before: index) {
      case .equal: equal.insert(text)
      case .unequal: unequal.insert(text)
      case nil: continue
      }
    }
    return (equal.subtracting(unequal), unequal)
  }

  private static let textTests: Set<String> = [
    "endsWith", "startsWith", "contains", "includes", "hasSuffix", "hasPrefix", "EndsWith",
    "StartsWith", "Contains", "match", "matches",
  ]
}

extension SourceTokens {
  /// How a condition compares a value with another one.
  enum Comparison { case equal, unequal }

  /// The comparison with the value at `index`: `==`, `===`, `!=` or `!==` before it.
  func comparison(before index: Int) -> Comparison? {
    guard isMark(index - 1, "=") else { return nil }
    if isMark(index - 2, "!") { return .unequal }
    guard isMark(index - 2, "=") else { return nil }
    return isMark(index - 3, "!") ? .unequal : .equal
  }
}

extension SoundValue {
  /// The value where a name that another one gives is none of some texts.
  fileprivate func without(_ texts: Set<String>) -> SoundValue {
    guard !texts.isEmpty else { return self }
    switch self {
    case .name(let name, _) where texts.contains(name): return .choice([])
    case .choice(let branches):
      return .choice(branches.map { ($0.value.without(texts), $0.platform) })
    case .name, .constant, .parts, .unknown: return self
    }
  }
}
