/// A value in JSON, a JavaScript literal or a property list, with its place.
struct LiteralNode: Hashable, Sendable {
  /// A key and its value.
  struct Entry: Hashable, Sendable {
    let key: String
    let value: LiteralNode
  }

  enum Value: Hashable, Sendable {
    case string(String)
    /// A number of strict JSON.
    case number(Double)
    case null
    /// `true` or `false`, and what is not kept: an expression, a number of other texts.
    case other
    case array([LiteralNode])
    case object([Entry])
  }

  let value: Value
  // Small numbers, for a file may have a million values.
  private let start, end, lineNumber, columnNumber: Int32

  /// - Parameters:
  ///   - range: the bytes of the value in its text.
  ///   - place: its line and its column in characters, both from 1.
  init(value: Value, range: Range<Int> = 0..<0, place: TextPlace) {
    self.value = value
    start = Int32(range.lowerBound)
    end = Int32(range.upperBound)
    lineNumber = Int32(place.line)
    columnNumber = Int32(place.column)
  }

  var range: Range<Int> { Int(start)..<Int(end) }
  var line: Int { Int(lineNumber) }
  var column: Int { Int(columnNumber) }

  /// The maximum nesting depth; project files have about ten levels.
  static let maximumDepth = SourceItems.maximumDepth

  var string: String? {
    if case .string(let text) = value { text } else { nil }
  }

  var number: Double? {
    if case .number(let number) = value { number } else { nil }
  }

  var elements: [LiteralNode]? {
    if case .array(let elements) = value { elements } else { nil }
  }

  var entries: [Entry]? {
    if case .object(let entries) = value { entries } else { nil }
  }

  /// The entries that are looked through for others beside one: real messages are small, and the
  /// cost of a crafted one must stay linear in its size.
  var firstEntries: ArraySlice<Entry> { (entries ?? []).prefix(Self.firstCount) }

  static let firstCount = 256

  /// The value of an object's key; the last one if the key is repeated, as in JavaScript.
  subscript(key: String) -> LiteralNode? { entries?.last { $0.key == key }?.value }

  /// All strings of an array; nil if the value is not an array or contains anything else.
  var strings: [(text: String, node: LiteralNode)]? {
    guard let elements else { return nil }
    let strings = elements.compactMap { node in node.string.map { (text: $0, node: node) } }
    return strings.count == elements.count ? strings : nil
  }
}
