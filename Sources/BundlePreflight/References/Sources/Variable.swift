/// A name with the values that a source gives it, one when it is declared and others in branches:
/// `let id = 'bells'`, then `if (isLoud) id = 'gongs'`.
struct Variable {
  /// The tokens where the values start that it may have.
  let values: [Int]

  /// nil if the token at `use` is no such name.
  init?(at use: Int, _ tokens: SourceTokens, _ bindings: Bindings) {
    guard let name = tokens.word(use), !tokens.isMark(use - 1, "."),
      SoundValues.ends(use + 1, tokens)
    else { return nil }
    let all = bindings.all(name)
    // Each value may be such a name again.
    guard all.count <= 8 else { return nil }
    let declarations = all.filter(bindings.isDeclaration)
    let scopes = tokens.enclosing(use) + [-1]
    let declared = scopes.lazy.compactMap { scope in
      declarations.first { Int(tokens.tokens[$0.value].parent) == scope }.map { ($0, scope) }
        ?? Self.standard(of: scope, all, tokens).map { ($0, scope) }
    }.first
    guard let (declaration, scope) = declared, declaration.value < use else { return nil }
    if declaration.isConstant {
      guard bindings.value(name, for: use) == declaration.value else { return nil }
      values = [declaration.value]
      return
    }
    // Of a member of a type, or of the file, it is not known when it changes.
    let isLocal = scope >= 0 && tokens.type(of: scope) == nil && tokens.language != .swift
    guard isLocal || all.count == 1 else { return nil }
    let others = all.filter { other in
      other.value > declaration.value && other.value < use && !bindings.isDeclaration(other)
        && (scope < 0 || tokens.enclosing(other.value).contains(scope))
    }
    // A name for each platform is none that both are asked for.
    guard !others.contains(where: { Self.isByPlatform($0, scope, tokens) }) else { return nil }
    // Where each branch gives it another value, the first one is never used.
    let isKept = others.allSatisfy { Self.isOptional($0, scope, tokens) }
    values = (isKept ? [declaration.value] : []) + others.map(\.value)
    if values.isEmpty { return nil }
  }

  /// The value of a parameter that a call leaves out, of the function whose body is in a bracket.
  private static func standard(
    of bracket: Int, _ bindings: [Bindings.Binding], _ tokens: SourceTokens
  ) -> Bindings.Binding? {
    guard tokens.isMark(bracket, "{"), let list = tokens.parameters(ofBody: bracket) else {
      return nil
    }
    return bindings.first { list < $0.value && $0.value < Int(tokens.tokens[list].partner) }
  }

  /// Whether an assignment depends on the platform: `if (Platform.isIOS) tone = 'bell.caf'`.
  private static func isByPlatform(
    _ binding: Bindings.Binding, _ scope: Int, _ tokens: SourceTokens
  ) -> Bool {
    let blocks = tokens.enclosing(binding.value).prefix { $0 != scope }
    return ([binding.name] + blocks).contains { place in
      tokens.condition(before: place)?.prefix(64).contains(where: tokens.namesPlatform) ?? false
    }
  }

  /// Whether an assignment is in a branch that has no other branch beside it.
  private static func isOptional(
    _ binding: Bindings.Binding, _ scope: Int, _ tokens: SourceTokens
  ) -> Bool {
    let blocks = tokens.enclosing(binding.value).prefix { $0 != scope }
    if tokens.isWord(binding.name - 1, "else") { return false }
    let isBranch =
      tokens.isMark(binding.name - 1, ")") || blocks.contains { tokens.isMark($0, "{") }
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
