/// A value in JSON, a JavaScript literal or a property list, with its place.
struct LiteralNode: Hashable, Sendable {
  /// A key and its value.
  struct Entry: Hashable, Sendable {
    let key: String
    let value: LiteralNode
  }

  enum Value: Hashable, Sendable {
    case string(String)
    /// A number, `true`, or an expression that is not read.
    case other
    case array([LiteralNode])
    case object([Entry])
  }

  let value: Value
  /// The line, from 1.
  let line: Int
  /// The column in characters, from 1.
  let column: Int

  /// The maximum nesting depth; project files have about ten levels.
  static let maximumDepth = SourceItems.maximumDepth

  var string: String? {
    if case .string(let text) = value { text } else { nil }
  }

  var elements: [LiteralNode]? {
    if case .array(let elements) = value { elements } else { nil }
  }

  var entries: [Entry]? {
    if case .object(let entries) = value { entries } else { nil }
  }

  /// The value of an object's key; the last one if the key is repeated, as in JavaScript.
  subscript(key: String) -> LiteralNode? { entries?.last { $0.key == key }?.value }

  /// All strings of an array; nil if the value is not an array or contains anything else.
  var strings: [(text: String, node: LiteralNode)]? {
    guard let elements else { return nil }
    let strings = elements.compactMap { node in node.string.map { (text: $0, node: node) } }
    return strings.count == elements.count ? strings : nil
  }
}
