/// A value of a YAML document, and where it stands.
struct YAMLNode: Hashable, Sendable {
  /// A key and its value in a mapping.
  struct Entry: Hashable, Sendable {
    let key: YAMLNode
    let value: YAMLNode
  }

  enum Value: Hashable, Sendable {
    /// `isPlain`: without quotes, so that `true`, `30` and `null` may mean more than their letters.
    case scalar(String, isPlain: Bool)
    case sequence([YAMLNode])
    case mapping([Entry])
  }

  let value: Value
  /// From 1.
  let line: Int
  /// From 1, in characters.
  let column: Int

  /// The text of a scalar, whatever it means.
  var string: String? {
    if case .scalar(let text, _) = value { text } else { nil }
  }

  /// The elements of a sequence.
  var elements: [YAMLNode]? {
    if case .sequence(let elements) = value { elements } else { nil }
  }

  /// The entries of a mapping, in their order; no key stands twice.
  var entries: [Entry]? {
    if case .mapping(let entries) = value { entries } else { nil }
  }

  /// The value of a mapping's key.
  subscript(key: String) -> YAMLNode? { entries?.first { $0.key.string == key }?.value }

  /// Whether this is nothing: `key:`, `~`, `null` (YAML 1.2, 10.3.2).
  var isNull: Bool { plain.map { ["", "~", "null", "Null", "NULL"].contains($0) } ?? false }

  /// What `true` and `false` say (YAML 1.2, 10.3.2: `yes` and `on` are texts).
  var bool: Bool? {
    switch plain {
    case "true", "True", "TRUE": true
    case "false", "False", "FALSE": false
    default: nil
    }
  }

  /// The number that a plain scalar is; never an infinity.
  var number: Double? {
    plain.flatMap { Double($0) }.flatMap { $0.isFinite ? $0 : nil }
  }

  private var plain: String? {
    if case .scalar(let text, isPlain: true) = value { text } else { nil }
  }
}

/// Why a text is no YAML that can be read.
struct YAMLError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A sentence without a full stop.
  let message: String
  /// From 1.
  let line: Int
  /// From 1, in characters.
  let column: Int

  var description: String { "line \(line), column \(column): \(message)" }
}
