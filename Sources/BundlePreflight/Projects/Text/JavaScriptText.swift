/// Looks for literals in JavaScript and TypeScript, without running or understanding the code.
enum JavaScriptText {
  /// Over what any configuration has; each value is read again.
  private static let maximumValues = 32

  /// The values that stand after each `word` (a name or a text) and `separator`.
  ///
  /// Comments and texts that only mention the word are none.
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

  /// Passes one name or text and returns it; empty for anything else, nil at the end.
  private static func token(_ cursor: inout TextCursor) -> String? {
    guard let byte = cursor.byte else { return nil }
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`"):
      var text = cursor
      guard let string = try? LiteralString.javaScript(&text) else {
        // No text after all, as a quote in a regular expression: the line is passed over.
        cursor.advance { $0 != UInt8(ascii: "\n") }
        return ""
      }
      cursor = text
      return string
    case _ where isName(byte):
      let start = cursor.index
      cursor.advance(while: isName)
      return cursor.text(from: start)
    default: break
    }
    cursor.advance()
    return ""
  }

  private static func isName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...:
      true
    default: false
    }
  }
}
