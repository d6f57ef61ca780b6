/// The functions of a JavaScript source by which alone a place in it is reached.
final class CallingFunctions {
  private let tokens: SourceTokens
  private let values: SoundValues
  /// The places of each word that may be a function's name; the whole source is looked through once.
  private lazy var places = tokens.tokens.indices.reduce(into: [String: [Int]]()) { places, index in
    guard let word = tokens.word(index), SourceFacts.isNotifier(word) else { return }
    places[word, default: []].append(index)
  }
  private lazy var isModule = tokens.tokens.indices.contains { index in
    ["import", "export", "require"].contains { tokens.isWord(index, $0) }
  }

  init(_ values: SoundValues) {
    (self.values, tokens) = (values, values.tokens)
  }

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
      guard names.count < Self.limit, let function = function(around: place) else { return [] }
      guard names.insert(function.name).inserted else { continue }
      guard SourceFacts.isNotifier(function.name) else { return [] }
      open += (places[function.name] ?? []).filter { $0 != function.place }
    }
    return names
  }

  /// `export function setUp() {…}`, `const setUp = async () => {…}`: the function at the top of the
  /// source around a place. A default export may have any name elsewhere.
  private func function(around index: Int) -> (name: String, place: Int)? {
    guard let body = tokens.enclosing(index).last, tokens.tokens[body].parent < 0,
      tokens.isMark(body, "{"), let list = values.outline.functionOfBody[body]?.list
    else { return nil }
    let before = tokens.isWord(list - 1, "async") ? list - 2 : list - 1
    let isConstant = tokens.isMark(before, "=")
    let place = isConstant ? before - 1 : before
    let keyword = tokens.isMark(place - 1, "*") ? place - 2 : place - 1
    let start = tokens.isWord(keyword - 1, "async") ? keyword - 2 : keyword - 1
    guard let name = tokens.word(place), !tokens.isWord(start, "default"),
      isConstant ? tokens.isWord(keyword, "const") : tokens.isWord(keyword, "function")
    else { return nil }
    return (name, place)
  }
}
