/// Reads JSON5, as which Expo reads its `app.json`, and property lists in the old style.
struct LiteralReader {
  enum Form { case json, propertyList }

  private var cursor: TextCursor
  private let form: Form
  private var isPropertyList: Bool { form == .propertyList }

  /// The one value of a text.
  static func document(_ bytes: [UInt8], _ form: Form = .json) throws(TextError) -> LiteralNode {
    var reader = LiteralReader(cursor: TextCursor(bytes), form: form)
    let node = try reader.value(depth: 1)
    reader.cursor.skipSpaceAndComments()
    guard reader.cursor.byte == nil else { throw reader.cursor.failure("the text should end here") }
    return node
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
      case UInt8(ascii: "\""), UInt8(ascii: "'"): .string(try key())
      case nil: throw cursor.failure("the text ends before its value")
      default: try word()
      }
    return LiteralNode(value: value, line: line, column: column)
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
      guard cursor.take(UInt8(ascii: isPropertyList ? "=" : ":")) else {
        throw cursor.failure("a '\(isPropertyList ? "=" : ":")' is missing after '\(key)'")
      }
      entries.append(.init(key: key, value: try value(depth: depth + 1)))
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
        ? try cursor.string(.propertyList, spansLines: true) : try cursor.string(.javaScript)
    }
    let start = cursor.index
    let others: StaticString = isPropertyList ? "$/:.-" : "$."
    cursor.advance { $0.isWord(or: others) }
    guard cursor.index > start else {
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

  private mutating func word() throws(TextError) -> LiteralNode.Value {
    let start = cursor.index
    cursor.advance { $0.isWord(or: "$.+-") }
    guard cursor.index > start else { throw cursor.failure("a value is missing here") }
    return .other
  }
}
