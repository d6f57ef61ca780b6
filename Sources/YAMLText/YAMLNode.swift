/// A value of a YAML document, and its line.
package struct YAMLNode: Hashable, Sendable {
  /// A key and its value in a mapping.
  package struct Entry: Hashable, Sendable {
    package let key: YAMLNode
    package let value: YAMLNode
  }

  package enum Value: Hashable, Sendable {
    /// `isPlain`: without quotes, so that `true`, `30` and `null` may mean more than their letters.
    case scalar(String, isPlain: Bool)
    case sequence([YAMLNode])
    case mapping([Entry])
  }

  package let value: Value
  /// The line, from 1.
  package let line: Int
  /// The column in characters, from 1.
  package let column: Int

  /// The text of a scalar, whatever it means.
  package var string: String? {
    if case .scalar(let text, _) = value { text } else { nil }
  }

  /// The elements of a sequence.
  package var elements: [YAMLNode]? {
    if case .sequence(let elements) = value { elements } else { nil }
  }

  /// The entries of a mapping, in their order; keys are unique.
  package var entries: [Entry]? {
    if case .mapping(let entries) = value { entries } else { nil }
  }

  /// The value of a mapping's key.
  package subscript(key: String) -> YAMLNode? { entries?.first { $0.key.string == key }?.value }

  /// Whether this is a null: `key:`, `~`, `null` (YAML 1.2, 10.3.2).
  package var isNull: Bool {
    plain.map { ["", "~", "null", "Null", "NULL"].contains($0) } ?? false
  }

  /// The value of `true` and `false` (YAML 1.2, 10.3.2: `yes` and `on` are texts).
  package var bool: Bool? {
    switch plain {
    case "true", "True", "TRUE": true
    case "false", "False", "FALSE": false
    default: nil
    }
  }

  /// The number that a plain scalar is; never an infinity.
  package var number: Double? {
    plain.flatMap { Double($0) }.flatMap { $0.isFinite ? $0 : nil }
  }

  private var plain: String? {
    if case .scalar(let text, isPlain: true) = value { text } else { nil }
  }
}

/// The reason why a text is not YAML that can be read.
package struct YAMLError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A sentence without a full stop.
  package let message: String
  /// The line, from 1.
  package let line: Int
  /// The column in characters, from 1.
  package let column: Int

  package init(message: String, line: Int, column: Int) {
    self.message = message
    self.line = line
    self.column = column
  }

  package var description: String { "line \(line), column \(column): \(message)" }
}
