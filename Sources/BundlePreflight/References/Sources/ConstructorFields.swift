/// The fields that the constructors of a Dart source take by position:
/// `const Tone(this.id, this.file);`, then `Tone('bell', 'bell_long')`.
struct ConstructorFields {
  private let tokens: SourceTokens
  /// By the name of the class: the fields, an empty text for a parameter that is none.
  private var fields: [String: [String]] = [:]

  private static let limit = 16

  init(_ tokens: SourceTokens) {
    self.tokens = tokens
    guard tokens.language == .dart else { return }
    for index in tokens.tokens.indices where tokens.isMark(index, "(") {
      guard let type = tokens.word(index - 1), type.first?.isUppercase == true,
        !tokens.isMark(index - 2, "."), fields[type] == nil
      else { continue }
      let names = parameters(in: index)
      if names.contains(where: { !$0.isEmpty }) { fields[type] = names }
    }
  }

  /// The class and the field of the literal at `index`, if it is an argument without a label.
  func field(of index: Int) -> (type: String, name: String)? {
    let bracket = Int(tokens.tokens[index].parent)
    guard !fields.isEmpty, bracket > 0, tokens.isMark(bracket, "("),
      tokens.isMark(index - 1, "(") || tokens.isMark(index - 1, ","),
      let type = tokens.word(bracket - 1), let fields = fields[type],
      let place = place(of: index, in: bracket), fields.indices.contains(place),
      !fields[place].isEmpty
    else { return nil }
    return (type, fields[place])
  }

  /// The number of arguments before the one at `index`.
  private func place(of index: Int, in bracket: Int) -> Int? {
    var count = 0
    var at = bracket + 1
    while at < index {
      if tokens.isMark(at, ",") { count += 1 }
      if count > Self.limit { return nil }
      at = tokens.after(at)
    }
    return count
  }

  /// The parameters by position, those in square brackets too.
  private func parameters(in bracket: Int) -> [String] {
    var names: [String] = []
    var at = bracket + 1
    while names.count < Self.limit, tokens.tokens.indices.contains(at) {
      if tokens.isMark(at, "[") {
        at += 1
        continue
      }
      guard tokens.word(at) != nil else { break }
      let isField = tokens.isWord(at, "this") && tokens.isMark(at + 1, ".")
      names.append(isField ? tokens.word(at + 2) ?? "" : "")
      guard let next = tokens.comma(after: at) else { break }
      at = next + 1
    }
    return names
  }
}

extension SourceTokens {
  /// The next comma in the same list.
  fileprivate func comma(after index: Int) -> Int? {
    var at = index
    for _ in 0..<24 where tokens.indices.contains(at) {
      if isMark(at, ",") { return at }
      if [")", "]", "}"].contains(where: { isMark(at, $0) }) { return nil }
      at = after(at)
    }
    return nil
  }
}
