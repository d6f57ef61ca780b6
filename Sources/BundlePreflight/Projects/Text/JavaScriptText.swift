/// Finds literals in JavaScript and TypeScript, without running or parsing the code.
enum JavaScriptText {
  /// More than any configuration has; the limit is there because each value is read again.
  private static let maximumValues = 32

  /// The values after each `word` (a name or a string) and `separator`.
  ///
  /// Comments and strings that only mention the word do not count.
  static func values(
    after word: String, separator: UInt8, in bytes: [UInt8]
  ) -> [LiteralNode] {
    var cursor = TextCursor(bytes)
    var values: [LiteralNode] = []
    while values.count < maximumValues {
      cursor.skipSpaceAndComments()
      guard let token = token(&cursor) else { return values }
      guard token == word else { continue }
      var after = cursor
      after.skipSpaceAndComments()
      guard after.take(separator) else { continue }
      if let value = LiteralReader.literal(at: after) { values.append(value) }
    }
    return values
  }

  /// Reads one name or string; empty for anything else, nil at the end.
  private static func token(_ cursor: inout TextCursor) -> String? {
    guard let byte = cursor.byte else { return nil }
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`"):
      var text = cursor
      guard let string = try? LiteralString.javaScript(&text) else {
        // Not a string, such as a quote in a regular expression: the line is skipped.
        cursor.advance { $0 != UInt8(ascii: "\n") }
        return ""
      }
      cursor = text
      return string
    case _ where byte.isWord(or: "$"):
      let start = cursor.index
      cursor.advance { $0.isWord(or: "$") }
      return cursor.text(from: start)
    default: break
    }
    cursor.advance()
    return ""
  }
}
