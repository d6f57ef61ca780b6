/// Members of objects that a source reads through a variable: `tone.file` where `const tone =
/// toneFor(day)` and `toneFor` returns `{ file: 'bell.caf' }`; `TONES[day].file`; `tone['file']` in
/// `for (const tone of TONES)`; and `file` of `const { file } = toneFor(day)`.
struct ObjectMembers {
  private let tokens: SourceTokens
  private let bindings: Bindings
  private let functions: FunctionResults
  /// The members that patterns take, by the name that they get, and the tokens where the values start
  /// that they are taken from.
  private var patterns: [String: [(key: String, value: Int)]] = [:]

  /// The maximum number of objects and variables between a member and its values, and of tokens of
  /// one of them: a crafted file may be one expression.
  private static let depthLimit = 4
  private static let limit = 1_024

  init(_ tokens: SourceTokens, _ bindings: Bindings, _ functions: FunctionResults) {
    self.tokens = tokens
    self.bindings = bindings
    self.functions = functions
    guard isRead else { return }
    for index in tokens.tokens.indices where tokens.isMark(index, "}") {
      guard tokens.isMark(index + 1, "="), !tokens.isMark(index + 2, "="),
        !tokens.isMark(index + 2, ">")
      else { continue }
      for (name, key) in names(inPattern: Int(tokens.tokens[index].partner)) {
        patterns[name, default: []].append((key, index + 2))
      }
    }
  }

  private var isRead: Bool { tokens.language == .javaScript || tokens.language == .dart }

  /// The names that the expression at `start` may have for a value; nil if it is no such member, or
  /// none of its values is a literal.
  func choice(at start: Int) -> SoundValue.Branches? {
    guard isRead, tokens.word(start) != nil else { return nil }
    var regions: [Range<Int>] = []
    let key: String
    if SoundValues.ends(start + 1, tokens) {
      guard let name = tokens.word(start), bindings.all(name).isEmpty, let pattern = patterns[name],
        pattern.count == 1
      else { return nil }
      key = pattern[0].key
      addRegions(ofValueAt: pattern[0].value, to: &regions)
    } else {
      guard let member = lastMember(of: start) else { return nil }
      key = member
      addRegions(of: start, to: &regions)
    }
    let branches = regions.prefix(8).flatMap { values(of: key, in: $0) }
    guard branches.contains(where: { !$0.value.isComputed }) else { return nil }
    return SoundValue.isOfOneKind(branches.map(\.value)) ? branches : nil
  }

  /// The member at the end of `tone.file`, `tones[day].file`, `toneFor(day)?.file`, `tone['file']`.
  private func lastMember(of start: Int) -> String? {
    var (key, at): (String?, Int) = (nil, start + 1)
    for _ in 0..<8 {
      let isOptional = tokens.isMark(at, "?") && tokens.isMark(at + 1, ".")
      let isForced = tokens.isMark(at, "!") && !tokens.isMark(at + 1, "=")
      if isOptional || isForced {
        at += 1
      } else if tokens.isMark(at, "."), let name = tokens.word(at + 1) {
        (key, at) = (name, at + 2)
      } else if tokens.isMark(at, "[") {
        (key, at) = (tokens.string(at + 1), tokens.after(at))
      } else if tokens.isMark(at, "(") {
        (key, at) = (nil, tokens.after(at))
      } else {
        break
      }
    }
    // `tone['file'] as String`
    return SoundValues.ends(at, tokens) || tokens.isWord(at, "as") ? key : nil
  }

  /// The names in `{ file, sound: tone }`, each with the member that it takes.
  private func names(inPattern bracket: Int) -> [(name: String, key: String)] {
    guard bracket >= 0, ["const", "let", "var", "final"].contains(tokens.word(bracket - 1)) else {
      return []
    }
    return tokens.list(in: bracket).compactMap { index in
      guard let key = tokens.word(index) else { return nil }
      if tokens.isMark(index + 1, ":") { return tokens.word(index + 2).map { ($0, key) } }
      let isName = tokens.isMark(index + 1, ",") || tokens.isMark(index + 1, "}")
      return isName && !tokens.isMark(index - 1, ":") ? (key, key) : nil
    }
  }

  // MARK: Where the objects are

  /// Adds the bodies and literals that the word at `index` stands for.
  private func addRegions(of index: Int, to regions: inout [Range<Int>], _ depth: Int = 0) {
    guard depth < Self.depthLimit, regions.count < 8, let name = tokens.word(index) else { return }
    if let body = functions.body(of: name) {
      regions.append(range(from: body))
    } else if let value = bindings.value(name, for: index) {
      addRegions(ofValueAt: value, to: &regions, depth + 1)
    } else if let list = tokens.list(loopedBy: name, around: index) {
      addRegions(of: list, to: &regions, depth + 1)
    }
  }

  /// Adds those of an expression: it is an object or a list, or words in it stand for some.
  private func addRegions(
    ofValueAt start: Int, to regions: inout [Range<Int>], _ depth: Int = 0
  ) {
    var at = start
    for _ in 0..<24 where tokens.tokens.indices.contains(at) {
      if tokens.isMark(at, "{") || tokens.isMark(at, "[") && at == start {
        regions.append(range(from: at))
      } else if !tokens.isMark(at - 1, ".") {
        addRegions(of: at, to: &regions, depth)
      }
      at = tokens.after(at)
      if SoundValues.ends(at, tokens) { return }
    }
  }

  private func range(from bracket: Int) -> Range<Int> {
    bracket..<min(bracket + Self.limit, max(bracket, Int(tokens.tokens[bracket].partner)))
  }

  // MARK: Their members

  /// The values of the member `key` of all objects in a part of the source.
  private func values(of key: String, in range: Range<Int>) -> SoundValue.Branches {
    range.compactMap { index in
      guard tokens.key(index) == key, tokens.isMark(index + 1, ":"),
        tokens.isMark(index - 1, "{") || tokens.isMark(index - 1, ",")
      else { return nil }
      guard let name = tokens.string(index + 2), SoundValues.ends(index + 3, tokens) else {
        return (.parts([]), nil)
      }
      return (.name(name, Int(tokens.tokens[index + 2].start)), nil)
    }
  }
}
