/// A variable with a channel's identifier that is given literals, one when it is declared and others in
/// branches: `let id = 'bells'`, then `if (isLoud) id = 'gongs'`.
struct ChannelVariable {
  /// The literals that it may have.
  let literals: [Int]
  /// Whether it may also have a value that is computed.
  let isOpen: Bool

  private static let declaringWords: Set<String> = [
    "let", "var", "String", "val", "final", "const", "dynamic",
  ]

  /// nil if the token at `use` is no such variable.
  init?(at use: Int, _ tokens: SourceTokens, _ setters: SoundSetters) {
    guard let name = tokens.word(use), !tokens.isMark(use - 1, "."),
      SoundValues.ends(use + 1, tokens), let all = setters.assignments[name], all.count <= 8
    else { return nil }
    let declarations = all.filter { Self.isDeclaration($0, name, tokens) }
    let scopes = tokens.enclosing(use) + [-1]
    guard
      let declaration = scopes.lazy.compactMap({ scope in
        declarations.first { Int(tokens.tokens[$0].parent) == scope }
      }).first, declaration < use
    else { return nil }
    let scope = Int(tokens.tokens[declaration].parent)
    let others = all.filter { place in
      place > declaration && place < use && !declarations.contains(place)
        && (scope < 0 || tokens.enclosing(place).contains(scope))
    }
    // Where each branch gives it another value, the first one is never used.
    let isKept = others.allSatisfy { Self.isOptional($0, scope, tokens) }
    let given = (isKept ? [declaration] : []) + others
    literals = given.filter { place in
      tokens.string(place)?.isEmpty == false && SoundValues.ends(place + 1, tokens)
    }
    isOpen = literals.count < given.count
    if literals.isEmpty { return nil }
  }

  private static func isDeclaration(_ value: Int, _ name: String, _ tokens: SourceTokens) -> Bool {
    let place = tokens.isWord(value - 2, name) ? value - 2 : value - 4
    return tokens.word(place - 1).map { declaringWords.contains($0) } ?? false
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
