/// The sounds that a function of Kotlin or Java gets for the channel that it makes:
/// `fun make(sound: Uri?)`.
struct GivenSounds {
  private struct Parameter: Hashable {
    let function: String
    let name: String
    let place: Int
  }

  private let tokens: SourceTokens
  private let values: SoundValues
  /// Whether calls give a parameter different values: many channels may be given one.
  private let memo = Memo<Parameter, Bool>()
  /// The maximum number of parameters that are looked at: a crafted file may have a million.
  private static let limit = 32

  init(_ values: SoundValues) {
    (self.values, tokens) = (values, values.tokens)
  }

  /// Whether the expression at `index` is a parameter to which the calls in the source give different
  /// values.
  func differ(at index: Int) -> Bool {
    guard let name = tokens.word(index), SoundValues.ends(index + 1, tokens),
      let list = tokens.enclosing(index).lazy
        .compactMap({ values.outline.functionOfBody[$0]?.list }).first,
      let place = tokens.parts(of: list).firstIndex(where: { isNamed(name, $0) }),
      let function = tokens.word(list - 1)
    else { return false }
    let parameter = Parameter(function: function, name: name, place: place)
    return memo.value(for: parameter) {
      guard memo.count < Self.limit else { return false }
      let given = (values.outline.calls[function] ?? []).lazy.filter(isOfThisSource).prefix(64)
        .compactMap { argument(of: parameter, in: $0) }
      return Set(given).count > 1
    }
  }

  private func isNamed(_ name: String, _ parameter: Range<Int>) -> Bool {
    tokens.language == .kotlin
      ? parameter.contains { tokens.isWord($0, name) && tokens.isMark($0 + 1, ":") }
      : tokens.isWord(parameter.upperBound - 1, name)
  }

  /// Whether a call's name has no other object before it, and is no declaration.
  private func isOfThisSource(_ call: Int) -> Bool {
    if tokens.isMark(call - 2, ".") { return tokens.isWord(call - 3, "this") }
    guard let before = tokens.word(call - 2), !tokens.startsLine(call - 1) else { return true }
    return before == "return" || before == "else"
  }

  /// The text of what a call gives a parameter, also by its name: `make(sound = null)`.
  private func argument(of parameter: Parameter, in call: Int) -> ArraySlice<UInt8>? {
    let parts = tokens.parts(of: call)
    let isLabelled = { (part: Range<Int>) in
      tokens.isMark(part.lowerBound + 1, "=") && !tokens.isMark(part.lowerBound + 2, "=")
    }
    let labelled = parts.first { part in
      isLabelled(part) && tokens.isWord(part.lowerBound, parameter.name)
    }
    if let labelled { return text(of: labelled.dropFirst(2)) }
    guard parts.indices.contains(parameter.place), !isLabelled(parts[parameter.place]) else {
      return nil
    }
    return text(of: parts[parameter.place])
  }

  private func text(of part: Range<Int>) -> ArraySlice<UInt8>? {
    guard let first = part.first, let last = part.last else { return nil }
    let range = Int(tokens.tokens[first].start)..<Int(tokens.tokens[last].end)
    return range.count <= 256 ? tokens.bytes[range] : nil
  }
}
