/// The names that a loop or a closure takes from a list of the same source: `tone` in
/// `for (final tone in ['bell', 'gong'])` and in `TONES.forEach((tone) => …)`.
struct ListElements {
  private let tokens: SourceTokens
  private let bindings: Bindings
  /// The elements of lists, by the brackets that open them.
  private let memo = Memo<Int, SoundValue.Branches?>()

  init(_ tokens: SourceTokens, _ bindings: Bindings) {
    self.tokens = tokens
    self.bindings = bindings
  }

  /// The elements of the list that the word at `index` stands for one of; nil if it stands for none,
  /// or the list has no literal.
  func choice(at index: Int) -> SoundValue.Branches? {
    guard tokens.language == .javaScript || tokens.language == .dart,
      let name = tokens.word(index), SoundValues.ends(index + 1, tokens),
      bindings.all(name).isEmpty, let source = tokens.list(loopedBy: name, around: index),
      let bracket = bracket(at: source)
    else { return nil }
    return memo.value(for: bracket) { values(in: bracket) }
  }

  private func values(in bracket: Int) -> SoundValue.Branches? {
    let values = tokens.parts(of: bracket).map { part -> SoundValue in
      guard part.count == 1, let text = tokens.string(part.lowerBound) else { return .parts([]) }
      return .name(text, Int(tokens.tokens[part.lowerBound].start))
    }
    guard values.contains(where: { !$0.isComputed }), SoundValue.isOfOneKind(values) else {
      return nil
    }
    return values.map { ($0, nil) }
  }

  /// The bracket that opens a list, which may stand in a variable: `<String>[`, `const [`.
  private func bracket(at source: Int) -> Int? {
    var at = source
    if let name = tokens.word(at), name != "const" {
      guard let value = bindings.value(name, for: at) else { return nil }
      at = value
    }
    if tokens.isWord(at, "const") { at += 1 }
    if tokens.isMark(at, "<") { at += 3 }
    return tokens.isMark(at, "[") ? at : nil
  }
}

extension SourceTokens {
  /// Where the list starts that a loop or a closure around `use` takes `name` from:
  /// `for (const tone of TONES)`, `TONES.map((tone) => …)`, `['bell'].forEach((tone) => …)`.
  func list(loopedBy name: String, around use: Int) -> Int? {
    for bracket in enclosing(use) {
      if isMark(bracket, "("), isMark(bracket - 2, "."), let method = word(bracket - 1),
        Self.loops.contains(method),
        (bracket + 1..<bracket + 5).contains(where: { isWord($0, name) })
      {
        return isMark(bracket - 3, "]") ? Int(tokens[bracket - 3].partner) : bracket - 3
      }
      guard isMark(bracket, "{"), isMark(bracket - 1, ")") else { continue }
      let head = Int(tokens[bracket - 1].partner)
      guard isWord(head - 1, "for") || isWord(head - 1, "await") else { continue }
      let place = (head..<bracket - 1).prefix(8).first { index in
        isWord(index, name) && (isWord(index + 1, "of") || isWord(index + 1, "in"))
      }
      if let place { return place + 2 }
    }
    return nil
  }

  private static let loops: Set<String> = ["map", "forEach", "filter", "flatMap", "find"]
}
