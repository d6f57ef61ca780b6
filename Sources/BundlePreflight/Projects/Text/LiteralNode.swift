/// A value in a text of JSON, JavaScript's literals or a property list, and where it stands.
struct LiteralNode: Hashable, Sendable {
  /// A key and its value.
  struct Entry: Hashable, Sendable {
    let key: String
    let value: LiteralNode
  }

  enum Value: Hashable, Sendable {
    case string(String)
    /// A number, `true`, or an expression that is not looked into.
    case other
    case array([LiteralNode])
    case object([Entry])
  }

  let value: Value
  /// From 1.
  let line: Int
  /// From 1, in characters.
  let column: Int

  /// How deep any text may nest before it is refused; project files nest some ten deep.
  static let maximumDepth = 128

  var string: String? {
    if case .string(let text) = value { text } else { nil }
  }

  var elements: [LiteralNode]? {
    if case .array(let elements) = value { elements } else { nil }
  }

  var entries: [Entry]? {
    if case .object(let entries) = value { entries } else { nil }
  }

  /// The value of an object's key; the last one where it stands twice, as JavaScript does.
  subscript(key: String) -> LiteralNode? { entries?.last { $0.key == key }?.value }

  /// All texts of an array; nil where it is none, or holds anything else.
  var strings: [(text: String, node: LiteralNode)]? {
    guard let elements else { return nil }
    let strings = elements.compactMap { node in node.string.map { (text: $0, node: node) } }
    return strings.count == elements.count ? strings : nil
  }
}
