/// A call in Swift source, with the parts that a package's manifest needs: names, labels, literals.
///
/// The manifest is a program. It is read here and never run, so computed values are not known.
struct SwiftCall: Hashable, Sendable {
  /// The name before the bracket, without the part up to its last dot.
  let name: String
  let arguments: [SourceItem]

  subscript(label: String) -> SourceItem? { arguments.first { $0.label == label } }

  /// Those of this call and the calls in its arguments for which `isMeant` is true, the outer
  /// first; calls inside a result are not searched.
  func all(_ isMeant: (SwiftCall) -> Bool) -> [SwiftCall] {
    isMeant(self) ? [self] : arguments.flatMap(\.calls).flatMap { $0.all(isMeant) }
  }

  /// The outermost calls in a text; their arguments contain the others.
  static func all(in bytes: [UInt8]) throws(TextError) -> [SwiftCall] {
    try SourceItems.all(in: bytes, .swift).flatMap(\.calls)
  }
}

extension SourceItem {
  /// Calls in the argument, also those in arrays, sums and conditions.
  var calls: [SwiftCall] {
    parts.flatMap { name, items in
      name.map { [SwiftCall(name: $0, arguments: items)] } ?? items.flatMap(\.calls)
    }
  }

  /// The strings in the argument that are not in a call.
  var strings: [String] {
    var parts = parts[...]
    return terms.flatMap { term -> [String] in
      switch term {
      case .text(let text): return text.map { [$0] } ?? []
      case .group:
        guard let part = parts.popFirst(), part.name == nil else { return [] }
        return part.items.flatMap(\.strings)
      case .name, .mark: return []
      }
    }
  }

  /// The text, if the argument is one literal.
  var string: String? { values.count == 1 ? strings.first : nil }

  /// The name, if the argument is a single name: `app` for `.app`.
  var word: String? {
    guard values.isEmpty, case .name(let name) = terms.last else { return nil }
    return name
  }

  /// All but names and the dots before them.
  private var values: [Term] { terms.filter { !$0.isOfName } }

  /// The brackets, each with the name of the call if it is one.
  private var parts: [(name: String?, items: [SourceItem])] {
    terms.indices.compactMap { index in
      guard case .group(let bracket, let items) = terms[index] else { return nil }
      guard bracket == UInt8(ascii: "("), index > 0, case .name(let name) = terms[index - 1] else {
        return (nil, items)
      }
      return (name, items)
    }
  }
}
