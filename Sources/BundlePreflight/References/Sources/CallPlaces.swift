/// The opening parentheses of a source's calls, and of its functions' parameters, by their names.
final class CallPlaces {
  private let tokens: SourceTokens
  private lazy var places = tokens.tokens.indices.dropFirst().reduce(into: [String: [Int]]()) {
    if tokens.isMark($1, "("), let name = tokens.word($1 - 1) { $0[name, default: []].append($1) }
  }

  init(_ tokens: SourceTokens) { self.tokens = tokens }

  func places(of function: String) -> [Int] { places[function] ?? [] }
}
