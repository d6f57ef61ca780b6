/// The values of an expression that chooses by patterns or conditions, in the languages that have
/// one: `switch (x) { a => 'one.caf', _ => null }`, `when (x) { 1 -> "one.caf" }`,
/// `x switch { … }`, `if loud { "one.caf" } else { "two.caf" }`.
struct SwitchValues {
  private(set) var branches: SoundValue.Branches = []

  private let tokens: SourceTokens
  private let value: (Int) -> SoundValue

  /// The maximum number of values, and of tokens that are read: a crafted file may have a million.
  private static let limit = 64
  private static let reach = 2048

  /// nil if no such expression starts at `start`, or none of its values is shown.
  /// - Parameter value: reads the value that starts at a token.
  init?(at start: Int, _ tokens: SourceTokens, _ value: @escaping (Int) -> SoundValue) {
    self.tokens = tokens
    self.value = value
    if tokens.isWord(start, "if") {
      readConditions(start)
    } else if let body = Self.body(of: start, tokens) {
      readArms(in: body)
    }
    if !branches.contains(where: { Self.isShown($0.value) }) { return nil }
  }

  private static func isShown(_ value: SoundValue) -> Bool {
    switch value {
    case .name: true
    case .choice(let branches): branches.contains { isShown($0.value) }
    case .constant, .parts, .unknown: false
    }
  }

  // MARK: switch and when

  /// The bracket of the arms.
  private static func body(of start: Int, _ tokens: SourceTokens) -> Int? {
    switch tokens.language {
    case .dart, .java:
      guard tokens.isWord(start, "switch"), tokens.isMark(start + 1, "(") else { return nil }
      return brace(tokens.after(start + 1), tokens)
    case .kotlin:
      guard tokens.isWord(start, "when") else { return nil }
      return brace(tokens.isMark(start + 1, "(") ? tokens.after(start + 1) : start + 1, tokens)
    case .swift:
      return tokens.isWord(start, "switch") ? brace(after: start, tokens) : nil
    case .cSharp:
      var at = start
      for _ in 0..<24 where tokens.tokens.indices.contains(at) {
        if tokens.isWord(at, "switch") { return brace(at + 1, tokens) }
        if [",", ";", ")", "}"].contains(where: { tokens.isMark(at, $0) }) { return nil }
        at = tokens.after(at)
      }
      return nil
    case .javaScript, .objectiveC: return nil
    }
  }

  private static func brace(_ index: Int, _ tokens: SourceTokens) -> Int? {
    tokens.isMark(index, "{") && tokens.tokens[index].partner > index ? index : nil
  }

  /// The next brace in the same list.
  private static func brace(after start: Int, _ tokens: SourceTokens) -> Int? {
    var at = start + 1
    for _ in 0..<24 where tokens.tokens.indices.contains(at) {
      if let brace = brace(at, tokens) { return brace }
      if [",", ";", ")", "}"].contains(where: { tokens.isMark(at, $0) }) { return nil }
      at = tokens.after(at)
    }
    return nil
  }

  private mutating func readArms(in body: Int) {
    let end = min(Int(tokens.tokens[body].partner), body + Self.reach)
    var at = body + 1
    while at < end, branches.count < Self.limit {
      if let arm = arm(at) {
        branches.append((result(arm), nil))
        at = arm
      }
      at = tokens.after(at)
    }
  }

  /// The first token of the value after `=>`, `->`, or the colon of Swift's `case` or `default`.
  private func arm(_ index: Int) -> Int? {
    switch tokens.language {
    case .swift:
      guard tokens.isWord(index, "case") || tokens.isWord(index, "default") else { return nil }
      return (index + 1..<index + 48).first { place in
        tokens.isMark(place, ":") && tokens.tokens[place].parent == tokens.tokens[index].parent
      }.map { $0 + 1 }
    case .kotlin, .java:
      return tokens.isMark(index, "-") && tokens.isMark(index + 1, ">") ? index + 2 : nil
    default:
      return tokens.isMark(index, "=") && tokens.isMark(index + 1, ">") ? index + 2 : nil
    }
  }

  // MARK: if

  private mutating func readConditions(_ start: Int) {
    var at = start
    while branches.count < 8, tokens.isWord(at, "if"), let first = consequence(of: at) {
      branches.append((result(inBlock: first), nil))
      let other = tokens.after(first)
      guard tokens.isWord(other, "else") else { return }
      at = other + 1
      if !tokens.isWord(at, "if") { branches.append((result(inBlock: at), nil)) }
    }
  }

  /// The first token after the condition of `if`.
  private func consequence(of word: Int) -> Int? {
    switch tokens.language {
    case .swift: Self.brace(after: word, tokens)
    case .kotlin: tokens.isMark(word + 1, "(") ? tokens.after(word + 1) : nil
    default: nil
    }
  }

  private func result(inBlock index: Int) -> SoundValue {
    result(Self.brace(index, tokens).map { $0 + 1 } ?? index)
  }

  /// The value at `index`. After a literal comes the next arm, in a line of its own, or `else`.
  private func result(_ index: Int) -> SoundValue {
    if let name = tokens.string(index),
      tokens.startsLine(index + 1) || tokens.isWord(index + 1, "else")
        || SoundValues.ends(index + 1, tokens)
    {
      return .name(name, Int(tokens.tokens[index].start))
    }
    return value(index)
  }
}
