/// Reads the parameters of a function.
struct ParameterReader {
  private let tokens: SourceTokens

  init(_ tokens: SourceTokens) { self.tokens = tokens }

  func parameters(in list: Int) -> [Parameter] {
    var found: [Parameter] = []
    for (place, part) in tokens.parts(of: list).prefix(64).enumerated() {
      let first = part.lowerBound
      if tokens.isMark(first, "{") || tokens.isMark(first, "[") {
        if tokens.language == .javaScript {
          found += members(of: first, place)
        } else {
          found += parameters(in: first)
        }
      } else if let parameter = parameter(in: part, place) {
        found.append(parameter)
      }
    }
    return found
  }

  /// `{ sound, title: heading = 'x' }` in place of a parameter.
  private func members(of bracket: Int, _ place: Int) -> [Parameter] {
    tokens.parts(of: bracket).prefix(64).compactMap { part in
      guard let member = tokens.word(part.lowerBound) else { return nil }
      let at =
        tokens.isMark(part.lowerBound + 1, ":") ? part.lowerBound + 2 : part.lowerBound
      guard let name = tokens.word(at) else { return nil }
      return Parameter(
        name: name, label: nil, type: nil, standard: standard(in: part), member: member,
        place: place)
    }
  }

  private func standard(in part: Range<Int>) -> Int? {
    part.first { tokens.isMark($0, "=") && !tokens.isMark($0 + 1, ">") }.map { $0 + 1 }
  }

  private func parameter(in part: Range<Int>, _ place: Int) -> Parameter? {
    let standard = standard(in: part)
    let head = part.lowerBound..<(standard.map { $0 - 1 } ?? part.upperBound)
    switch tokens.language {
    case .swift, .kotlin, .javaScript:
      let colon = head.first { tokens.isMark($0, ":") }
      let words = (head.lowerBound..<(colon ?? head.upperBound)).filter { tokens.word($0) != nil }
      guard let last = words.last, let name = tokens.word(last) else { return nil }
      var label: String? = name
      if tokens.language == .swift, words.count > 1 { label = tokens.word(words[words.count - 2]) }
      if label == "_" { label = nil }
      let type = colon.flatMap { tokens.word($0 + 1) }
      return Parameter(name: name, label: label, type: type, standard: standard, place: place)
    case .dart, .java, .cSharp, .objectiveC, .python, .go, .php, .ruby, .text:
      let words = head.filter { tokens.word($0) != nil }
      guard let last = tokens.language == .go ? words.first : words.last,
        let name = tokens.word(last)
      else { return nil }
      var before = last - 1
      if tokens.isMark(before, "?") { before -= 1 }
      let type = before >= head.lowerBound ? tokens.word(before) : nil
      return Parameter(name: name, label: name, type: type, standard: standard, place: place)
    }
  }
}
