/// Names of sounds that reach a notification through an argument: `Tone(file: "bell.caf")` and
/// `alarm.tone.file`, `ring(with: "bell.caf")` and the parameter of `ring`.
///
/// The call and the name of the argument connect the two; of a type, only its last word counts, so
/// that `AlarmTone(file:)` fits `tone.file`.
struct CallArguments {
  let tokens: SourceTokens

  /// The call and the label of the argument that the literal at `index` is.
  func given(at index: Int) -> SharedConstant.Name? {
    guard isRead, tokens.isMark(index - 1, ":"), let label = tokens.word(index - 2),
      tokens.isMark(index - 3, "(") || tokens.isMark(index - 3, ","),
      let bracket = tokens.enclosing(index).first, tokens.isMark(bracket, "("),
      let callee = tokens.word(bracket - 1)
    else { return nil }
    if let type = enumeration(ofValue: bracket - 1) { return name(type, label) }
    guard callee == "init" else { return name(callee, label) }
    guard let owner = tokens.word(bracket - 3), owner != "self" else {
      return type(around: index).map { name($0, label) }
    }
    return name(owner, label)
  }

  /// The enumeration of Dart of which a value with arguments is at `index`:
  /// `enum Tone { bell(file: 'bell'), gong(file: 'gong'); … }`.
  private func enumeration(ofValue index: Int) -> String? {
    let bracket = Int(tokens.tokens[index].parent)
    guard tokens.language == .dart, bracket >= 2, tokens.isMark(bracket, "{"),
      tokens.isWord(bracket - 2, "enum"),
      tokens.isMark(index - 1, "{") || tokens.isMark(index - 1, ",")
    else { return nil }
    return tokens.word(bracket - 1)
  }

  /// Whether the argument at `index` is one of such a value, under a label that speaks of a file.
  func namesFileOfEnumeration(_ index: Int) -> Bool {
    let bracket = Int(tokens.tokens[index].parent)
    guard bracket > 0, enumeration(ofValue: bracket - 1) != nil, tokens.isMark(index - 1, ":"),
      let label = tokens.word(index - 2)?.lowercased()
    else { return false }
    return ["file", "sound", "raw", "resource", "asset", "tone"].contains { label.contains($0) }
  }

  /// The argument that `tone.file`, or the parameter `file`, has its value from.
  func asked(from start: Int, to last: Int) -> SharedConstant.Name? {
    guard isRead, let word = tokens.word(last) else { return nil }
    guard last > start else { return parameter(word, around: start) }
    guard let owner = tokens.word(last - 2), owner.first?.isUppercase == false else { return nil }
    if owner == "self" || owner == "this" { return type(around: start).map { name($0, word) } }
    return name(owner.prefix(1).uppercased() + owner.dropFirst(), word)
  }

  private var isRead: Bool { tokens.language == .swift || tokens.language == .dart }

  /// The name that the argument `label` of a call has in other sources.
  func name(_ callee: String, _ label: String) -> SharedConstant.Name {
    let isType = callee.first?.isUppercase == true
    let last = isType ? callee.lastIndex(where: \.isUppercase) : nil
    return SharedConstant.Name(
      language: tokens.language, type: String(callee[(last ?? callee.startIndex)...]), name: label)
  }

  private func type(around index: Int) -> String? {
    tokens.enclosing(index).lazy.compactMap { tokens.type(of: $0) }.first
  }

  /// The parameter `word` of the innermost function that has it.
  private func parameter(_ word: String, around index: Int) -> SharedConstant.Name? {
    for bracket in tokens.enclosing(index) where tokens.isMark(bracket, "{") {
      guard let list = tokens.parameters(ofBody: bracket), let function = tokens.word(list - 1),
        let label = label(of: word, in: list)
      else { continue }
      return function == "init" ? type(around: list).map { name($0, label) } : name(function, label)
    }
    return nil
  }

  /// The label of the parameter `word`; nil if the list does not have it, or it has none.
  private func label(of word: String, in list: Int) -> String? {
    let end = Int(tokens.tokens[list].partner)
    guard
      let place = (list..<max(list, end)).prefix(128).first(where: { index in
        tokens.isWord(index, word)
          && (tokens.language == .swift
            ? tokens.isMark(index + 1, ":")
            : [",", ")", "}", "="].contains { tokens.isMark(index + 1, $0) })
      })
    else { return nil }
    guard tokens.language == .swift, let outer = tokens.word(place - 1) else { return word }
    return outer == "_" ? nil : outer
  }
}

extension SourceTokens {
  /// The name of the type whose members are in the bracket.
  func type(of bracket: Int) -> String? {
    guard isMark(bracket, "{") else { return nil }
    for index in (max(0, bracket - 16)..<bracket).reversed() {
      if [";", "{", "}"].contains(where: { isMark(index, $0) }) { return nil }
      guard let keyword = word(index), Self.typeWords.contains(keyword) else { continue }
      if let name = word(index + 1), index + 1 < bracket { return name }
      // Kotlin's `companion object { … }` belongs to the type around it.
      let outer = Int(tokens[bracket].parent)
      return outer >= 0 ? type(of: outer) : nil
    }
    return nil
  }

  private static let typeWords: Set<String> = [
    "class", "struct", "enum", "object", "extension", "interface", "mixin",
  ]
}
