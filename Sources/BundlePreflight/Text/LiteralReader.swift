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

  /// More than a file of messages has that is not crafted.
  private static let namedLimit = 1 << 16

  var cursor: TextCursor
  let form: Form
  private let names: [String: Int]?
  /// How many values are kept so far.
  private var count = 0
  private var isPropertyList: Bool { form == .propertyList }
  private var isStrict: Bool { form == .json }

  /// The value of a text.
  /// - Parameter names: the members that are kept of strict JSON, each with the number of levels that
  ///   are kept from its value on, and with all that is around it; a name with 0 is kept only beside
  ///   such a member. Nothing else takes memory, which a crafted file would fill with millions of
  ///   values, and nothing has a line and a column. Nil for all that the text has.
  static func document(
    _ bytes: [UInt8], _ form: Form = .json5, keeping names: [String: Int]? = nil
  ) throws(TextError) -> LiteralNode {
    var reader = LiteralReader(cursor: TextCursor(bytes), form: form, names: names)
    if reader.isStrict { try reader.checkStart() }
    let node = try reader.value(depth: 1, levels: names == nil ? .max : 0)
    reader.skipSpace()
    guard reader.cursor.byte == nil else {
      throw reader.cursor.failure(
        reader.isStrict ? "there is more after the value" : "the text should end here")
    }
    return node
  }

  private mutating func value(depth: Int, levels: Int) throws(TextError) -> LiteralNode {
    skipSpace()
    let opensList = cursor.byte == UInt8(ascii: "{") || cursor.byte == UInt8(ascii: "[")
    guard depth <= form.maximumDepth || isStrict && !opensList else {
      throw cursor.failure(
        isStrict
          ? "the lists are nested too deeply" : "this is nested over \(form.maximumDepth) deep")
    }
    let start = cursor.index
    let place = names == nil ? cursor.place() : TextPlace()
    let value: LiteralNode.Value =
      switch cursor.byte {
      case UInt8(ascii: "{"): .object(try entries(depth: depth + 1, levels: levels))
      case UInt8(ascii: "(") where isPropertyList:
        .array(try elements(before: UInt8(ascii: ")"), depth: depth + 1, levels: levels))
      case UInt8(ascii: "<") where isPropertyList: try data()
      case _ where isPropertyList: .string(try text())
      case UInt8(ascii: "["):
        .array(try elements(before: UInt8(ascii: "]"), depth: depth + 1, levels: levels))
      case nil:
        throw cursor.failure(isStrict ? "the text ends early" : "the text ends before its value")
      case _ where isStrict: try plainJSON(isKept: levels > 0)
      case UInt8(ascii: "\""), UInt8(ascii: "'"): .string(try text())
      default: try word()
      }
    return LiteralNode(value: value, range: start..<cursor.index, place: place)
  }

  private mutating func elements(
    before end: UInt8, depth: Int, levels: Int
  ) throws(TextError) -> [LiteralNode] {
    var elements: [LiteralNode] = []
    var isFirst = true
    while try hasMember(&isFirst, separator: ",", before: end) {
      let count = self.count
      let element = try value(depth: depth, levels: keep(levels - 1))
      if self.count > count { elements.append(element) }
    }
    return elements
  }

  private mutating func entries(
    depth: Int, levels: Int
  ) throws(TextError) -> [LiteralNode.Entry] {
    let separator: Unicode.Scalar = isPropertyList ? ";" : ","
    var entries: [LiteralNode.Entry] = []
    let first = count
    var isFirst = true
    while try hasMember(&isFirst, separator: separator, before: UInt8(ascii: "}")) {
      let count = self.count
      let key = try key()
      let named = names?[key]
      let value = try value(depth: depth, levels: keep(max(levels - 1, named ?? 0)))
      if self.count > count || named == 0 && entries.count < LiteralNode.firstCount {
        entries.append(.init(key: key, value: value))
      }
    }
    return count > first ? entries : []
  }

  /// The name of a member; moves to its value.
  private mutating func key() throws(TextError) -> String {
    let key = try isStrict ? nameInJSON() : text()
    skipSpace()
    let equals: Unicode.Scalar = isPropertyList ? "=" : ":"
    guard cursor.take(UInt8(ascii: equals)) else {
      throw cursor.failure(
        isStrict
          ? "a colon is missing after the name" : "a '\(equals)' is missing after '\(key)'")
    }
    return key
  }

  /// Counts a value of which `levels` are kept; returns 0 if it is one too many.
  private mutating func keep(_ levels: Int) -> Int {
    guard levels > 0, names == nil || count < Self.namedLimit else { return 0 }
    count += 1
    return levels
  }

  /// Moves to the next member of a list, or behind the list's end.
  private mutating func hasMember(
    _ isFirst: inout Bool, separator: Unicode.Scalar, before end: UInt8
  ) throws(TextError) -> Bool {
    defer { isFirst = false }
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

  mutating func skipSpace() {
    if isStrict {
      cursor.advance { $0 == 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }
    } else {
      cursor.skipSpaceAndComments()
    }
  }
}
