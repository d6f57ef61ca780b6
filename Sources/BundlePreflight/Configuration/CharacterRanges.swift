/// The characters between the brackets of a pattern: `[abc]`, `[a-z]`, `[[:digit:]]`.
struct CharacterRanges: Hashable, Sendable {
  private enum Member: Hashable, Sendable {
    case range(Character, Character)
    case kind(String)
  }

  private let members: [Member]

  /// Reads to the `]` that ends the brackets; a `]` in the first place is an ordinary character.
  /// nil without an end or with an unknown character class.
  init?(_ rest: inout Substring) {
    var members: [Member] = []
    while let character = rest.popFirst() {
      if character == "]", !members.isEmpty {
        self.members = members
        return
      }
      if character == "[", rest.first == ":", let name = Self.kind(&rest) {
        guard Self.kinds[name] != nil else { return nil }
        members.append(.kind(name))
        continue
      }
      guard let low = Self.plain(character, &rest) else { return nil }
      guard rest.first == "-", rest.dropFirst().first != "]" else {
        members.append(.range(low, low))
        continue
      }
      rest.removeFirst()
      guard let next = rest.popFirst(), let high = Self.plain(next, &rest) else { return nil }
      members.append(.range(low, high))
    }
    return nil
  }

  func contain(_ character: Character) -> Bool {
    members.contains { member in
      switch member {
      case .range(let low, let high): low <= character && character <= high
      case .kind(let name): Self.kinds[name]?(character) ?? false
      }
    }
  }

  private static func plain(_ character: Character, _ rest: inout Substring) -> Character? {
    character == "\\" ? rest.popFirst() : character
  }

  /// The name in `[:name:]`; nil if the bracket is an ordinary character.
  private static func kind(_ rest: inout Substring) -> String? {
    let name = rest.dropFirst().prefix { $0.isASCII && $0.isLetter }
    guard rest[name.endIndex...].hasPrefix(":]") else { return nil }
    rest = rest[name.endIndex...].dropFirst(2)
    return String(name)
  }

  private static let kinds: [String: @Sendable (Character) -> Bool] = [
    "alnum": { $0.isLetter || $0.isNumber }, "alpha": { $0.isLetter },
    "blank": { $0 == " " || $0 == "\t" }, "digit": { ("0"..."9").contains($0) },
    "lower": { $0.isLowercase }, "upper": { $0.isUppercase }, "space": { $0.isWhitespace },
    "punct": { $0.isPunctuation || $0.isSymbol }, "xdigit": { $0.isHexDigit },
  ]
}
