/// Reads a text of one value: JSON, JSON5, or a property list in the old style.
struct LiteralReader {
  enum Form {
    /// JSON by RFC 8259, with the further requirements of Foundation's readers, which devices use:
    /// valid Unicode and at most 512 levels.
    case json
    /// JSON5, as which Expo reads its `app.json`.
    case json5
    case propertyList

    var maximumDepth: Int { self == .json ? 512 : LiteralNode.maximumDepth }
  }

  var cursor: TextCursor
  let form: Form
  private var isPropertyList: Bool { form == .propertyList }
  private var isStrict: Bool { form == .json }

  static func document(_ bytes: [UInt8], _ form: Form = .json5) throws(TextError) -> LiteralNode {
    var reader = LiteralReader(cursor: TextCursor(bytes), form: form)
    if reader.isStrict { try reader.checkStart() }
    let node = try reader.value(depth: 1)
    reader.skipSpace()
    guard reader.cursor.byte == nil else {
      throw reader.cursor.failure(
        reader.isStrict ? "there is more after the value" : "the text should end here")
    }
    return node
  }

  private mutating func value(depth: Int) throws(TextError) -> LiteralNode {
    skipSpace()
    let opensList = cursor.byte == UInt8(ascii: "{") || cursor.byte == UInt8(ascii: "[")
    guard depth <= form.maximumDepth || isStrict && !opensList else {
      throw cursor.failure(
        isStrict
          ? "the lists are nested too deeply" : "this is nested over \(form.maximumDepth) deep")
    }
    let (start, place) = (cursor.index, cursor.place())
    let value: LiteralNode.Value =
      switch cursor.byte {
      case UInt8(ascii: "{"): .object(try entries(depth: depth))
      case UInt8(ascii: "(") where isPropertyList:
        .array(try elements(before: UInt8(ascii: ")"), depth: depth))
      case UInt8(ascii: "<") where isPropertyList: try data()
      case _ where isPropertyList: .string(try text())
      case UInt8(ascii: "["): .array(try elements(before: UInt8(ascii: "]"), depth: depth))
      case nil:
        throw cursor.failure(isStrict ? "the text ends early" : "the text ends before its value")
      case _ where isStrict: try plainJSON()
      case UInt8(ascii: "\""), UInt8(ascii: "'"): .string(try text())
      default: try word()
      }
    return LiteralNode(value: value, range: start..<cursor.index, place: place)
  }

  private mutating func elements(
    before end: UInt8, depth: Int
  ) throws(TextError) -> [LiteralNode] {
    var elements: [LiteralNode] = []
    while try hasMember(isFirst: elements.isEmpty, separator: ",", before: end) {
      elements.append(try value(depth: depth + 1))
    }
    return elements
  }

  private mutating func entries(depth: Int) throws(TextError) -> [LiteralNode.Entry] {
    let separator: Unicode.Scalar = isPropertyList ? ";" : ","
    let equals: Unicode.Scalar = isPropertyList ? "=" : ":"
    var entries: [LiteralNode.Entry] = []
    while try hasMember(
      isFirst: entries.isEmpty, separator: separator, before: UInt8(ascii: "}"))
    {
      let key = try isStrict ? nameInJSON() : text()
      skipSpace()
      guard cursor.take(UInt8(ascii: equals)) else {
        throw cursor.failure(
          isStrict
            ? "a colon is missing after the name" : "a '\(equals)' is missing after '\(key)'")
      }
      entries.append(.init(key: key, value: try value(depth: depth + 1)))
    }
    return entries
  }

  /// Moves to the next member of a list, or behind the list's end.
  private mutating func hasMember(
    isFirst: Bool, separator: Unicode.Scalar, before end: UInt8
  ) throws(TextError) -> Bool {
    if isFirst { cursor.advance() }
    skipSpace()
    if cursor.take(end) { return false }
    if isFirst { return true }
    guard cursor.take(UInt8(ascii: separator)) else { throw missing(separator) }
    skipSpace()
    // JSON has no separator after the last member.
    return isStrict || !cursor.take(end)
  }

  private func missing(_ separator: Unicode.Scalar) -> TextError {
    guard isStrict else {
      return cursor.failure(
        cursor.byte == nil ? "the text ends too early" : "a '\(separator)' is missing here")
    }
    return switch cursor.byte {
    case nil: cursor.failure("the text ends early")
    case UInt8(ascii: "]"), UInt8(ascii: "}"): cursor.failure("another bracket is open")
    default: cursor.failure("a comma or the end of the list is missing")
    }
  }

  /// A key, and in a property list any text.
  private mutating func text() throws(TextError) -> String {
    if cursor.byte == UInt8(ascii: "\"") || cursor.byte == UInt8(ascii: "'") {
      return try cursor.string(
        isPropertyList ? .propertyList : .javaScript, spansLines: isPropertyList)
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

  private mutating func skipSpace() {
    if isStrict {
      cursor.advance { $0 == 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }
    } else {
      cursor.skipSpaceAndComments()
    }
  }
}
