/// An expression of a Bazel build file, with the kinds that lists of files need.
indirect enum StarlarkValue {
  case string(String)
  /// A list, or a sum of several.
  case list([StarlarkValue])
  case call(StarlarkCall)
  /// A computed value.
  case other
}

/// A call in a build file: a rule with its attributes, or `glob(…)`.
struct StarlarkCall {
  let name: String
  let arguments: [(label: String?, value: StarlarkValue)]

  subscript(label: String) -> StarlarkValue? { arguments.first { $0.label == label }?.value }
}

/// The calls and the constants of a build file. A build file is a program; it is read here and
/// never run.
struct StarlarkFile {
  private(set) var calls: [StarlarkCall] = []
  private(set) var constants: [String: StarlarkValue] = [:]

  init(_ bytes: [UInt8]) throws(TextError) {
    for item in try SourceItems.all(in: bytes, .starlark) {
      var terms = StarlarkTerms(rest: item.terms[...])
      while let name = terms.constant() ?? (terms.rest.isEmpty ? nil : "") {
        let count = terms.rest.count
        let value = terms.value()
        if case .call(let call) = value { calls.append(call) }
        if !name.isEmpty { constants[name] = value }
        // Text that is not an expression is skipped mark by mark.
        if name.isEmpty, terms.rest.count == count { terms.rest.removeFirst() }
      }
    }
  }
}

private struct StarlarkTerms {
  var rest: ArraySlice<SourceItem.Term>

  /// Takes the name before the `=` of an assignment; nil if none is here.
  mutating func constant() -> String? {
    var other = self
    guard let name = other.name(), other.take("="), other.rest.first?.isMark("=") != true else {
      return nil
    }
    self = other
    return name
  }

  /// Takes one value, or the sum of several.
  mutating func value() -> StarlarkValue {
    var value = single()
    while take("+") { value = .list([value, single()]) }
    return value
  }

  private mutating func single() -> StarlarkValue {
    switch rest.first {
    case .text(let text):
      rest.removeFirst()
      return text.map { .string($0) } ?? .other
    case .group(_, let items):
      rest.removeFirst()
      return .list(items.map(Self.value))
    default:
      guard let name = name() else { return .other }
      guard case .group(UInt8(ascii: "("), let items) = rest.first else {
        return .call(StarlarkCall(name: name, arguments: []))
      }
      rest.removeFirst()
      return .call(StarlarkCall(name: name, arguments: items.map { ($0.label, Self.value($0)) }))
    }
  }

  /// The value of a list's element; an operator or a comprehension makes it a computed one.
  private static func value(_ item: SourceItem) -> StarlarkValue {
    // A key that is not a single name or text is no label.
    let key = item.terms.lastIndex { $0.isMark(":") }
    var terms = StarlarkTerms(rest: item.terms[(key.map { $0 + 1 } ?? 0)...])
    let value = terms.value()
    return terms.rest.isEmpty ? value : .other
  }

  /// Takes a name with its dots.
  private mutating func name() -> String? {
    guard case .name(var name) = rest.first else { return nil }
    rest.removeFirst()
    while rest.first?.isMark(".") == true, case .name(let part) = rest.dropFirst().first {
      name += "." + part
      rest = rest.dropFirst(2)
    }
    return name
  }

  private mutating func take(_ mark: Unicode.Scalar) -> Bool {
    guard rest.first?.isMark(mark) == true else { return false }
    rest.removeFirst()
    return true
  }
}
