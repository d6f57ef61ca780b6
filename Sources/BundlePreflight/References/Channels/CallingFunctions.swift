/// The functions of a JavaScript source by which alone a place in it is reached.
final class CallingFunctions {
  private let values: SoundValues
  private var tokens: SourceTokens { values.tokens }
  /// The places of each word that may be a function's name; the whole source is looked through once.
  private lazy var places = tokens.tokens.indices.reduce(into: [String: [Int]]()) { places, index in
    guard let word = tokens.word(index), SourceFacts.isNotifier(word) else { return }
    places[word, default: []].append(index)
  }
  private lazy var isModule = tokens.tokens.indices.contains { index in
    ["import", "export", "require"].contains { tokens.isWord(index, $0) }
  }

  init(_ values: SoundValues) { self.values = values }

  /// The maximum number of functions that call each other.
  private static let limit = 8

  /// The functions at the top of the source that lead to a place: the one around it, those around the
  /// calls of that one, and so on. Empty where the place is reached otherwise, or that is not clear.
  func names(around index: Int) -> Set<String> {
    // Only who imports a module sees its functions: those of other scripts a page may call.
    guard tokens.language == .javaScript, isModule else { return [] }
    var names: Set<String> = []
    var open = [index]
    while let place = open.popLast() {
      // A default export may have any name elsewhere.
      guard names.count < Self.limit, let body = tokens.enclosing(place).last,
        tokens.tokens[body].parent < 0, let function = values.outline.functionOfBody[body],
        let list = function.list,
        values.outline.declarations["*"]?.contains(where: isOf(list)) != true
      else { return [] }
      guard names.insert(function.name).inserted else { continue }
      guard SourceFacts.isNotifier(function.name) else { return [] }
      open += (places[function.name] ?? []).filter { $0 >= list || $0 < list - 4 }
    }
    return names
  }

  /// Whether a default export is the function with some parameters.
  private func isOf(_ list: Int) -> (Outline.Declaration) -> Bool {
    { (list - 4..<list).contains($0.value) }
  }
}
