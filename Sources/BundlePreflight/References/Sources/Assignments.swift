/// The values that a source gives its variables, read once.
struct Assignments {
  /// By the names of variables: the tokens after `=`.
  private let places: [String: [Int]]

  init(_ tokens: SourceTokens) {
    var places: [String: [Int]] = [:]
    for index in tokens.tokens.indices where tokens.isMark(index, "=") {
      guard !tokens.isMark(index + 1, "="), !tokens.isMark(index + 1, ">"),
        let name = Self.name(before: index, tokens)
      else { continue }
      places[name, default: []].append(index + 1)
    }
    self.places = places
  }

  subscript(name: String) -> [Int]? { places[name] }

  /// The variable that `=` gives a value, also in `let bells: string = …`, and a parameter.
  private static func name(before index: Int, _ tokens: SourceTokens) -> String? {
    let isTyped =
      [.javaScript, .kotlin, .swift].contains(tokens.language) && tokens.isMark(index - 2, ":")
      && (["let", "const", "var", "val"].contains(tokens.word(index - 4))
        || tokens.isMark(index - 4, "(") || tokens.isMark(index - 4, ","))
    return tokens.word(isTyped ? index - 3 : index - 1)
  }
}
