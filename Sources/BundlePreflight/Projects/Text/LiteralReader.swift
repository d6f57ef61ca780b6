/// Reads JSON, JSON5 and the literals of JavaScript.
///
/// Expo reads its `app.json` as JSON5; `app.config.ts` and `capacitor.config.ts` are code, whose
/// object literals are read here. Code is never run: expressions are skipped.
struct LiteralReader {
  private var cursor: TextCursor
  /// Whether values may be expressions.
  private let isCode: Bool

  /// The one value of a JSON or JSON5 text.
  static func document(_ bytes: [UInt8]) throws(TextError) -> LiteralNode {
    var reader = LiteralReader(at: TextCursor(bytes), isCode: false)
    let node = try reader.value(depth: 1)
    reader.cursor.skipSpaceAndComments()
    guard reader.cursor.byte == nil else { throw reader.cursor.failure("the text should end here") }
    return node
  }

  /// The literal in code at `cursor`; nil if there is no readable one.
  static func literal(at cursor: TextCursor) -> LiteralNode? {
    var reader = LiteralReader(at: cursor, isCode: true)
    return try? reader.value(depth: 1)
  }

  private init(at cursor: TextCursor, isCode: Bool) {
    self.cursor = cursor
    self.isCode = isCode
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
      case UInt8(ascii: "["): .array(try elements(depth: depth))
      case UInt8(ascii: "\""), UInt8(ascii: "'"): .string(try LiteralString.javaScript(&cursor))
      case UInt8(ascii: "`") where isCode: try template()
      case nil: throw cursor.failure("the text ends before its value")
      default: try word()
      }
    let node = LiteralNode(value: value, line: line, column: column)
    return isCode ? try behindExpression(node) : node
  }

  private mutating func elements(depth: Int) throws(TextError) -> [LiteralNode] {
    cursor.advance()
    var elements: [LiteralNode] = []
    while true {
      cursor.skipSpaceAndComments()
      if cursor.take(UInt8(ascii: "]")) { return elements }
      elements.append(try value(depth: depth + 1))
      try separator(before: UInt8(ascii: "]"))
    }
  }

  private mutating func entries(depth: Int) throws(TextError) -> [LiteralNode.Entry] {
    cursor.advance()
    var entries: [LiteralNode.Entry] = []
    while true {
      cursor.skipSpaceAndComments()
      if cursor.take(UInt8(ascii: "}")) { return entries }
      let key = try key()
      cursor.skipSpaceAndComments()
      if cursor.take(UInt8(ascii: ":")) {
        entries.append(.init(key: key, value: try value(depth: depth + 1)))
      } else if isCode {
        // A shorthand, a spread, a method.
        try skipExpression()
      } else {
        throw cursor.failure("a ':' is missing after the key")
      }
      try separator(before: UInt8(ascii: "}"))
    }
  }

  private mutating func separator(before end: UInt8) throws(TextError) {
    cursor.skipSpaceAndComments()
    guard !cursor.take(UInt8(ascii: ",")), cursor.byte != end else { return }
    throw cursor.failure(cursor.byte == nil ? "the text ends too early" : "a ',' is missing here")
  }

  private mutating func key() throws(TextError) -> String {
    if cursor.byte == UInt8(ascii: "\"") || cursor.byte == UInt8(ascii: "'") {
      return try LiteralString.javaScript(&cursor)
    }
    let start = cursor.index
    cursor.advance { $0.isWord(or: "$.") }
    guard cursor.index > start || isCode else { throw cursor.failure("a key is missing here") }
    return cursor.text(from: start)
  }

  /// A template is a string if it has no computed parts.
  private mutating func template() throws(TextError) -> LiteralNode.Value {
    let text = try LiteralString.javaScript(&cursor)
    return text.contains("${") ? .other : .string(text)
  }

  private mutating func word() throws(TextError) -> LiteralNode.Value {
    guard !isCode else {
      try skipExpression()
      return .other
    }
    let start = cursor.index
    cursor.advance { $0.isWord(or: "$.+-") }
    guard cursor.index > start else { throw cursor.failure("a value is missing here") }
    return .other
  }

  /// Checks the text after a literal: in code it may be only the start of an expression, and then
  /// it is not the value.
  private mutating func behindExpression(_ node: LiteralNode) throws(TextError) -> LiteralNode {
    cursor.skipSpaceAndComments()
    // `as const` and `satisfies Config` do not change the value.
    if cursor.isAt("as ") || cursor.isAt("satisfies ") {
      try skipExpression()
      return node
    }
    switch cursor.byte {
    case nil, UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: ")"),
      UInt8(ascii: ";"):
      return node
    default:
      let start = cursor.index
      try skipExpression()
      return cursor.index == start
        ? node : LiteralNode(value: .other, line: node.line, column: node.column)
    }
  }

  /// Skips to the end of an expression: to a separator or a closing bracket of the surrounding
  /// list.
  private mutating func skipExpression() throws(TextError) {
    var depth = 0
    while true {
      cursor.skipSpaceAndComments()
      switch cursor.byte {
      case nil:
        return
      case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"):
        depth += 1
        cursor.advance()
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
        guard depth > 0 else { return }
        depth -= 1
        cursor.advance()
      case UInt8(ascii: ","), UInt8(ascii: ";"):
        guard depth > 0 else { return }
        cursor.advance()
      case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`"):
        _ = try LiteralString.javaScript(&cursor)
      default:
        cursor.advance()
      }
    }
  }
}
