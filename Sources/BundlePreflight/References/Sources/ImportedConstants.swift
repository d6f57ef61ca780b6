/// The constants that Kotlin and Java import by their names: `import org.example.Channels.BELLS`.
struct ImportedConstants {
  /// The types by the constants.
  private var types: [String: String] = [:]

  init(_ tokens: SourceTokens) {
    guard [.kotlin, .java].contains(tokens.language) else { return }
    for index in tokens.tokens.indices where tokens.isWord(index, "import") {
      var last = tokens.isWord(index + 1, "static") ? index + 2 : index + 1
      while last - index < 40, tokens.isMark(last + 1, "."), tokens.word(last + 2) != nil {
        last += 2
      }
      guard let name = tokens.word(last), let type = tokens.word(last - 2),
        tokens.isMark(last - 1, ".")
      else { continue }
      // `import org.example.Names.Companion.BELLS`
      let owner = type == "Companion" ? tokens.word(last - 4) ?? type : type
      if owner.first?.isUppercase == true { types[name] = owner }
    }
  }

  /// The type that contains the constant; nil for names that are not imported.
  func type(of name: String) -> String? { types[name] }
}
