/// Reads JSON, JSON5, the literals of JavaScript, and property lists in the old style.
///
/// Expo reads its `app.json` as JSON5; `app.config.ts` and `capacitor.config.ts` are code, whose
/// object literals are read here. Code is never run: expressions are skipped.
struct LiteralReader {
  enum Form { case json, code, propertyList }

  private var cursor: TextCursor
  private let form: Form
  /// Whether values may be expressions.
  private var isCode: Bool { form == .code }
  private var isPropertyList: Bool { form == .propertyList }

  /// The one value of a text.
  static func document(_ bytes: [UInt8], _ form: Form = .json) throws(TextError) -> LiteralNode {
    var reader = LiteralReader(cursor: TextCursor(bytes), form: form)
    let node = try reader.value(depth: 1)
    reader.cursor.skipSpaceAndComments()
    guard reader.cursor.byte == nil else { throw reader.cursor.failure("the text should end here") }
    return node
  }

  /// The literal in code at `cursor`; nil if there is no readable one.
  static func literal(at cursor: TextCursor) -> LiteralNode? {
    var reader = LiteralReader(cursor: cursor, form: .code)
    return try? reader.value(depth: 1)
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
      case UInt8(ascii: "(") where isPropertyList:
        .array(try elements(before: UInt8(ascii: ")"), depth: depth))
      case UInt8(ascii: "<") where isPropertyList: try data()
      case _ where isPropertyList: .string(try key())
      case UInt8(ascii: "["): .array(try elements(before: UInt8(ascii: "]"), depth: depth))
      case UInt8(ascii: "\""), UInt8(ascii: "'"): .string(try LiteralString.javaScript(&cursor))
      case UInt8(ascii: "`") where isCode: try template()
      case nil: throw cursor.failure("the text ends before its value")
      default: try word()
      }
    let node = LiteralNode(value: value, line: line, column: column)
    return isCode ? try behindExpression(node) : node
  }

  private mutating func elements(
    before end: UInt8, depth: Int
  ) throws(TextError) -> [LiteralNode] {
    cursor.advance()
    var elements: [LiteralNode] = []
    while true {
      cursor.skipSpaceAndComments()
      if cursor.take(end) { return elements }
      elements.append(try value(depth: depth + 1))
      try separator(",", before: end)
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
      if cursor.take(UInt8(ascii: isPropertyList ? "=" : ":")) {
        entries.append(.init(key: key, value: try value(depth: depth + 1)))
      } else if isCode {
        // A shorthand, a spread, a method.
        try skipExpression()
      } else {
        throw cursor.failure("a '\(isPropertyList ? "=" : ":")' is missing after '\(key)'")
      }
      try separator(isPropertyList ? ";" : ",", before: UInt8(ascii: "}"))
    }
  }

  private mutating func separator(
    _ mark: Unicode.Scalar, before end: UInt8
  ) throws(TextError) {
    cursor.skipSpaceAndComments()
    guard !cursor.take(UInt8(ascii: mark)), cursor.byte != end else { return }
    throw cursor.failure(
      cursor.byte == nil ? "the text ends too early" : "a '\(mark)' is missing here")
  }

  /// A key, and in a property list any text.
  private mutating func key() throws(TextError) -> String {
    if cursor.byte == UInt8(ascii: "\"") || cursor.byte == UInt8(ascii: "'") {
      return isPropertyList
        ? try LiteralString.propertyList(&cursor) : try LiteralString.javaScript(&cursor)
    }
    let start = cursor.index
    let others: StaticString = isPropertyList ? "$/:.-" : "$."
    cursor.advance { $0.isWord(or: others) }
    guard cursor.index > start || isCode else {
      // An unfinished merge is by far the most common reason.
      throw cursor.failure(
        !isPropertyList
          ? "a key is missing here"
          : cursor.byte == nil
            ? "the property list ends too early" : "this is not a property list")
    }
    return cursor.text(from: start)
  }

  /// Skips a property list's data in hexadecimal digits; projects do not need its value.
  private mutating func data() throws(TextError) -> LiteralNode.Value {
    let start = cursor
    guard cursor.advance(past: ">") else { throw start.failure("the data here has no end") }
    return .other
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
