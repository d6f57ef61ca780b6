/// A string constant of a source that other sources may use.
struct SharedConstant: Hashable, Sendable {
  /// The name as other sources write it.
  struct Name: Hashable, Sendable {
    let language: SourceLanguage
    /// The class, enumeration or object that contains it; nil at the top of a file.
    let type: String?
    let name: String
  }

  let name: Name
  let value: String
  /// The place of the literal; the file is a path in the tree.
  let file: String
  let line: Int
  let column: Int
}

/// A reference to a sound by a constant of another source.
struct ConstantUse: Hashable, Sendable {
  let name: SharedConstant.Name
  let origin: SoundReference.Origin
  let platform: SoundBundle.Platform?
}

/// Finds the constants with literal values that other sources may use.
struct SharedConstantScan {
  private let tokens: SourceTokens
  /// The maximum length (bytes) of a value that can be a sound's name, and the maximum number of
  /// constants of one source.
  private static let lengthLimit = 96
  private static let limit = 100

  init(_ tokens: SourceTokens) { self.tokens = tokens }

  func run(_ hits: inout ReferenceHits) {
    var count = 0
    for index in tokens.tokens.indices where tokens.tokens[index].kind == .string {
      guard tokens.tokens[index].end - tokens.tokens[index].start <= Self.lengthLimit,
        let (type, name) = name(of: index), SoundValues.ends(index + 1, tokens),
        let value = tokens.string(index), !value.isEmpty,
        !value.contains(where: { "/ \n".contains($0) })
      else { continue }
      hits.share(
        SharedConstant.Name(language: tokens.language, type: type, name: name), value,
        at: Int(tokens.tokens[index].start))
      count += 1
      if count == Self.limit { return }
    }
  }

  /// The constant of the literal at `index`, and the type that contains it.
  private func name(of index: Int) -> (type: String?, name: String)? {
    let bracket = Int(tokens.tokens[index].parent)
    if let name = Constants.boundName(before: index, tokens) {
      guard bracket >= 0 else { return (nil, name) }
      return type(of: bracket).map { ($0, name) }
    }
    // `const Sounds = { alarm: 'alarm.wav' }`, `static SOUNDS = { ALARM: 'alarm.wav' }`
    guard tokens.language == .javaScript, bracket >= 0, tokens.isMark(index - 1, ":"),
      tokens.isMark(bracket - 1, "="),
      tokens.tokens[bracket].parent < 0
        || ["static", "readonly"].contains(tokens.word(bracket - 3)),
      let name = tokens.word(index - 2), let type = tokens.word(bracket - 2)
    else { return nil }
    return (type, name)
  }

  /// The name of the type whose members are in the bracket.
  private func type(of bracket: Int) -> String? {
    guard tokens.isMark(bracket, "{") else { return nil }
    for index in (max(0, bracket - 16)..<bracket).reversed() {
      if [";", "{", "}"].contains(where: { tokens.isMark(index, $0) }) { return nil }
      guard let word = tokens.word(index), Self.typeWords.contains(word) else { continue }
      if let name = tokens.word(index + 1), index + 1 < bracket { return name }
      // Kotlin's `companion object { … }` belongs to the type around it.
      let outer = Int(tokens.tokens[bracket].parent)
      return outer >= 0 ? type(of: outer) : nil
    }
    return nil
  }

  private static let typeWords: Set<String> = [
    "class", "struct", "enum", "object", "extension", "interface", "mixin",
  ]
}

/// The constants of all sources of one input.
struct SharedConstants {
  private let constants: [SharedConstant.Name: [SharedConstant]]

  init(_ constants: [SharedConstant]) {
    self.constants = Dictionary(grouping: constants, by: \.name)
  }

  /// The references by constants of other sources. A constant with two values is ambiguous and
  /// gives none.
  func references(_ uses: Set<ConstantUse>) -> [SoundReference] {
    uses.compactMap { use in
      guard let found = constants[use.name], let first = found.first,
        found.allSatisfy({ $0.value == first.value }), ReferenceHits.isName(first.value)
      else { return nil }
      return SoundReference(
        name: first.value, origin: use.origin, platform: use.platform, isCertain: true,
        file: first.file, line: first.line, column: first.column)
    }
  }
}
