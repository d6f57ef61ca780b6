/// A variable that is given values, one when it is declared and others in branches:
/// `let id = 'bells'`, then `if (isLoud) id = 'gongs'`.
struct Variable {
  /// The tokens where the values start that it may have.
  let values: [Int]

  private static let declaringWords: Set<String> = [
    "let", "var", "String", "val", "final", "const", "dynamic",
  ]

  /// nil if the token at `use` is no such variable.
  init?(at use: Int, _ tokens: SourceTokens, _ assignments: Assignments) {
    guard [.dart, .javaScript, .kotlin, .java, .swift].contains(tokens.language),
      let name = tokens.word(use), !tokens.isMark(use - 1, "."),
      SoundValues.ends(use + 1, tokens), let all = assignments[name], all.count <= 8
    else { return nil }
    let declarations = all.filter { Self.isDeclaration($0, name, tokens) }
    let scopes = tokens.enclosing(use) + [-1]
    let declared = scopes.lazy.compactMap { scope in
      declarations.first { Int(tokens.tokens[$0].parent) == scope }.map { ($0, scope) }
        ?? Self.standard(of: scope, all, tokens).map { ($0, scope) }
    }.first
    guard let (declaration, scope) = declared, declaration < use else { return nil }
    // Of a member of a type, or of the file, it is not known when it changes.
    let isLocal =
      scope >= 0 && tokens.type(of: scope) == nil && tokens.language != .swift
    guard isLocal || all.count == 1 else { return nil }
    let others = all.filter { place in
      place > declaration && place < use && !declarations.contains(place)
        && (scope < 0 || tokens.enclosing(place).contains(scope))
    }
    // A name for each platform is none that both are asked for.
    guard !others.contains(where: { Self.isByPlatform($0, scope, tokens) }) else { return nil }
    // Where each branch gives it another value, the first one is never used.
    let isKept = others.allSatisfy { Self.isOptional($0, scope, tokens) }
    values = (isKept ? [declaration] : []) + others
    if values.isEmpty { return nil }
  }

  /// The value of a parameter that a call leaves out, of the function whose body is in a bracket.
  private static func standard(
    of bracket: Int, _ places: [Int], _ tokens: SourceTokens
  ) -> Int? {
    guard tokens.isMark(bracket, "{"), let list = tokens.parameters(ofBody: bracket) else {
      return nil
    }
    return places.first { list < $0 && $0 < Int(tokens.tokens[list].partner) }
  }

  private static func isDeclaration(_ value: Int, _ name: String, _ tokens: SourceTokens) -> Bool {
    let place = tokens.isWord(value - 2, name) ? value - 2 : value - 4
    return tokens.word(place - 1).map { declaringWords.contains($0) } ?? false
  }

  /// Whether an assignment depends on the platform: `if (Platform.isIOS) tone = 'bell.caf'`.
  private static func isByPlatform(_ value: Int, _ scope: Int, _ tokens: SourceTokens) -> Bool {
    let blocks = tokens.enclosing(value).prefix { $0 != scope }
    return ([value - 2] + blocks).contains { place in
      guard tokens.isMark(place - 1, ")") else { return false }
      let condition = max(0, Int(tokens.tokens[place - 1].partner))..<(place - 1)
      return condition.prefix(64).contains(where: tokens.namesPlatform)
    }
  }

  /// Whether an assignment is in a branch that has no other branch beside it.
  private static func isOptional(_ value: Int, _ scope: Int, _ tokens: SourceTokens) -> Bool {
    let blocks = tokens.enclosing(value).prefix { $0 != scope }
    if tokens.isWord(value - 3, "else") { return false }
    let isBranch =
      tokens.isMark(value - 3, ")") || blocks.contains { tokens.isMark($0, "{") }
    return isBranch
      && !blocks.contains { block in
        tokens.isWord(block - 1, "else") || tokens.isWord(block - 1, "switch")
          || tokens.isWord(block - 1, "when")
          || tokens.isMark(block - 1, ")")
            && ["switch", "when"].contains(
              tokens.word(Int(tokens.tokens[block - 1].partner) - 1))
      }
  }
}

extension SourceTokens {
  /// Whether the token is a platform's name, as in `Platform.OS === 'ios'` and `Platform.isAndroid`.
  func namesPlatform(_ index: Int) -> Bool {
    switch (string(index) ?? word(index))?.lowercased() {
    case "ios", "isios", "android", "isandroid", "macos", "ismacos": true
    default: false
    }
  }
}
