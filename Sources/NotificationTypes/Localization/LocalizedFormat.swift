/// A translation with placeholders: `%@` takes the next argument, `%2$@` the second, `%%` is a
/// per cent sign, and `%#@files@` is a variable whose text follows from the number of its argument.
///
/// Other placeholders of Foundation's formats are accepted, too, but the type of the text is always
/// the argument's own: a translation cannot name another type, and so cannot read foreign memory. A
/// placeholder without an argument stays as it is.
struct LocalizedFormat: Sendable, Hashable {
  /// What takes the place of a placeholder.
  struct Argument: Sendable, Hashable {
    let text: String
    /// What a plural counts; nil for a text that is not a number.
    var number: Double?
  }

  let text: String
  /// The texts of each variable by plural category (`one`, `few`, `other`).
  var variables: [String: [String: String]] = [:]
  /// The tag of the language whose plural rules apply.
  var language = "en"

  func filled(with arguments: [Argument]) -> String {
    var filling = Filling(format: self, arguments: arguments)
    return filling.fill(text, first: 0, depth: 0)
  }
}

/// One format that is filled with its arguments.
private struct Filling {
  let format: LocalizedFormat
  let arguments: [LocalizedFormat.Argument]
  private lazy var rules = PluralRules(language: format.language)

  /// The maximum nesting of variables, one of which may contain itself.
  private static let greatestDepth = 8
  /// Bytes that all arguments and variables together may still add, for each can be named many times.
  private var allowance = 256 << 10

  init(format: LocalizedFormat, arguments: [LocalizedFormat.Argument]) {
    self.format = format
    self.arguments = arguments
  }

  /// - Parameter first: the index of the argument that the first placeholder without a number takes.
  mutating func fill(_ text: String, first: Int, depth: Int) -> String {
    var result = ""
    var rest = text[...]
    var next = first
    while let percent = rest.firstIndex(of: "%") {
      result += rest[..<percent]
      rest = rest[percent...].dropFirst()
      guard let placeholder = Placeholder(taking: &rest, variables: format.variables) else {
        result += "%"
        continue
      }
      let index = placeholder.number.map { $0 - 1 } ?? next
      if placeholder.kind != .percent, placeholder.number == nil { next += 1 }
      switch placeholder.kind {
      case .percent: result += "%"
      case .argument:
        result += argument(index) ?? placeholder.text
      case .variable(let name):
        result += expansion(of: name, index: index, depth: depth) ?? placeholder.text
      }
    }
    return result + rest
  }

  private mutating func argument(_ index: Int) -> String? {
    arguments.indices.contains(index) ? allowed(arguments[index].text) : nil
  }

  /// - Returns: nil where it is too much.
  private mutating func allowed(_ text: String) -> String? {
    guard text.utf8.count < allowance else { return nil }
    allowance -= text.utf8.count + 1
    return text
  }

  /// The text of a variable, whose own argument is the first that its placeholders take.
  /// - Returns: nil where it has no text, or too much of it.
  private mutating func expansion(of name: String, index: Int, depth: Int) -> String? {
    guard let texts = format.variables[name], depth < Self.greatestDepth,
      let text = text(among: texts, index: index).flatMap({ allowed($0) })
    else { return nil }
    return fill(text, first: index, depth: depth + 1)
  }

  /// Nought has its own text where a translator wrote one, in languages without that category, too.
  private mutating func text(among texts: [String: String], index: Int) -> String? {
    let number = arguments.indices.contains(index) ? arguments[index].number : nil
    if number == 0, let zero = texts["zero"] { return zero }
    return number.flatMap { rules.category(of: $0) }.flatMap { texts[$0] } ?? texts["other"]
  }
}
