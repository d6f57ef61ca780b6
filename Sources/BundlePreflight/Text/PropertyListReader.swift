/// Reads property lists in the forms of Xcode's projects: old style, JSON or XML.
///
/// Foundation's decoder does not keep positions, and a deeply nested list exhausts its stack.
enum PropertyListReader {
  static func document(_ bytes: [UInt8]) throws(TextError) -> LiteralNode {
    var cursor = TextCursor(bytes)
    cursor.skipSpaceAndComments()
    if cursor.byte == UInt8(ascii: "<"), let next = cursor.byte(ahead: 1),
      next == UInt8(ascii: "?") || next == UInt8(ascii: "!") || next == UInt8(ascii: "p")
    {
      return try XMLElement.document(bytes).propertyList()
    }
    return try LiteralReader.document(bytes, isJSON(cursor) ? .json5 : .propertyList)
  }

  /// Whether the first key has a colon after it.
  private static func isJSON(_ start: TextCursor) -> Bool {
    var cursor = start
    guard cursor.take(UInt8(ascii: "{")) else { return false }
    cursor.skipSpaceAndComments()
    guard cursor.byte == UInt8(ascii: "\""), (try? cursor.string(.javaScript)) != nil else {
      return false
    }
    cursor.skipSpaceAndComments()
    return cursor.byte == UInt8(ascii: ":")
  }
}
