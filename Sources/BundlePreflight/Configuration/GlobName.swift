/// A pattern of one part of a path: `*`, `?`, `[a-z]`, and `\` before a literal character.
struct GlobName: Hashable, Sendable {
  private enum Element: Hashable, Sendable {
    case character(Character)
    case anyCharacter
    case anyText
    case oneOf(CharacterRanges, isNegated: Bool)
  }

  /// nil if the pattern is incomplete: it matches nothing, as in git.
  private let elements: [Element]?

  init(_ text: Substring) {
    var rest = text
    var elements: [Element] = []
    while let character = rest.popFirst() {
      switch character {
      case "*": if elements.last != .anyText { elements.append(.anyText) }
      case "?": elements.append(.anyCharacter)
      case "[":
        guard let (ranges, isNegated) = Self.brackets(&rest) else {
          self.elements = nil
          return
        }
        elements.append(.oneOf(ranges, isNegated: isNegated))
      case "\\":
        guard let escaped = rest.popFirst() else {
          self.elements = nil
          return
        }
        elements.append(.character(escaped))
      default: elements.append(.character(character))
      }
    }
    self.elements = elements
  }

  /// Reads the content of `[…]`; afterwards `rest` begins after the `]`.
  private static func brackets(_ rest: inout Substring) -> (CharacterRanges, isNegated: Bool)? {
    let isNegated = rest.first == "!" || rest.first == "^"
    if isNegated { rest.removeFirst() }
    return CharacterRanges(&rest).map { ($0, isNegated) }
  }

  /// At a mismatch the last `*` takes one more character: the number of steps is at most the
  /// product of the lengths.
  func matches(_ name: [Character]) -> Bool {
    guard let elements else { return false }
    var (element, index) = (0, 0)
    var star: (element: Int, index: Int)?
    while index < name.count {
      if element < elements.count, elements[element] == .anyText {
        star = (element, index)
        element += 1
      } else if element < elements.count, Self.matches(elements[element], name[index]) {
        element += 1
        index += 1
      } else if let last = star {
        star = (last.element, last.index + 1)
        (element, index) = (last.element + 1, last.index + 1)
      } else {
        return false
      }
    }
    return elements[element...].allSatisfy { $0 == .anyText }
  }

  private static func matches(_ element: Element, _ character: Character) -> Bool {
    switch element {
    case .character(let wanted): character == wanted
    case .anyCharacter, .anyText: true
    case .oneOf(let ranges, let isNegated): ranges.contain(character) != isNegated
    }
  }
}
