/// Reads property lists in the forms of Xcode's projects: old style, JSON or XML.
///
/// Foundation's decoder does not keep positions, and a deeply nested list exhausts its stack.
struct PropertyListReader {
  private var cursor: TextCursor

  static func document(_ bytes: [UInt8]) throws(TextError) -> LiteralNode {
    var cursor = TextCursor(bytes)
    cursor.skipSpaceAndComments()
    if cursor.byte == UInt8(ascii: "<"), let next = cursor.byte(ahead: 1),
      next == UInt8(ascii: "?") || next == UInt8(ascii: "!") || next == UInt8(ascii: "p")
    {
      return try XMLElement.document(bytes).propertyList()
    }
    if isJSON(cursor) { return try LiteralReader.document(bytes) }
    var reader = PropertyListReader(cursor: cursor)
    let node = try reader.value(depth: 1)
    reader.cursor.skipSpaceAndComments()
    guard reader.cursor.byte == nil else {
      throw reader.cursor.failure("the property list should end here")
    }
    return node
  }

  /// Whether the first key has a colon after it.
  private static func isJSON(_ start: TextCursor) -> Bool {
    var cursor = start
    guard cursor.take(UInt8(ascii: "{")) else { return false }
    cursor.skipSpaceAndComments()
    guard cursor.byte == UInt8(ascii: "\""), (try? LiteralString.javaScript(&cursor)) != nil else {
      return false
    }
    cursor.skipSpaceAndComments()
    return cursor.byte == UInt8(ascii: ":")
  }

  private mutating func value(depth: Int) throws(TextError) -> LiteralNode {
    cursor.skipSpaceAndComments()
    guard depth <= LiteralNode.maximumDepth else {
      throw cursor.failure("this is nested over \(LiteralNode.maximumDepth) deep")
    }
    let (line, column) = (cursor.line, cursor.column)
    let value: LiteralNode.Value =
      switch cursor.byte {
      case UInt8(ascii: "{"): .object(try entries(depth: depth))
      case UInt8(ascii: "("): .array(try elements(depth: depth))
      case UInt8(ascii: "<"): try data()
      default: .string(try text())
      }
    return LiteralNode(value: value, line: line, column: column)
  }

  private mutating func entries(depth: Int) throws(TextError) -> [LiteralNode.Entry] {
    cursor.advance()
    var entries: [LiteralNode.Entry] = []
    while true {
      cursor.skipSpaceAndComments()
      if cursor.take(UInt8(ascii: "}")) { return entries }
      let key = try text()
      cursor.skipSpaceAndComments()
      guard cursor.take(UInt8(ascii: "=")) else {
        throw cursor.failure("a '=' is missing after '\(key)'")
      }
      entries.append(.init(key: key, value: try value(depth: depth + 1)))
      cursor.skipSpaceAndComments()
      guard cursor.take(UInt8(ascii: ";")) || cursor.byte == UInt8(ascii: "}") else {
        throw cursor.failure("a ';' is missing after the value of '\(key)'")
      }
    }
  }

  private mutating func elements(depth: Int) throws(TextError) -> [LiteralNode] {
    cursor.advance()
    var elements: [LiteralNode] = []
    while true {
      cursor.skipSpaceAndComments()
      if cursor.take(UInt8(ascii: ")")) { return elements }
      elements.append(try value(depth: depth + 1))
      cursor.skipSpaceAndComments()
      guard cursor.take(UInt8(ascii: ",")) || cursor.byte == UInt8(ascii: ")") else {
        throw cursor.failure("a ',' is missing here")
      }
    }
  }

  /// Skips data in hexadecimal digits; projects do not need its value.
  private mutating func data() throws(TextError) -> LiteralNode.Value {
    let start = cursor
    guard cursor.advance(past: ">") else { throw start.failure("the data here has no end") }
    return .other
  }

  private mutating func text() throws(TextError) -> String {
    if cursor.byte == UInt8(ascii: "\"") || cursor.byte == UInt8(ascii: "'") {
      return try LiteralString.propertyList(&cursor)
    }
    let start = cursor.index
    cursor.advance { $0.isWord(or: "$/:.-") }
    guard cursor.index > start else {
      // An unfinished merge is by far the most common reason.
      throw cursor.failure(
        cursor.byte == nil ? "the property list ends too early" : "this is not a property list")
    }
    return cursor.text(from: start)
  }
}
