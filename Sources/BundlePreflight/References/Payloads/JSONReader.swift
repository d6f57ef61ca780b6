/// Reads JSON by RFC 8259, with the further requirements of Foundation's readers, which devices
/// use: valid Unicode and at most 512 levels.
struct JSONReader {
  private static let depthLimit = 512

  /// The tokens that may come next.
  private enum Expected { case value, valueOrEnd, key, keyOrEnd, separator, nothing }

  let bytes: [UInt8]
  var at = 0
  private var nodes: [JSONDocument.Node] = []
  /// The open objects and arrays, as indices of nodes.
  private var open: [Int32] = []
  private var expected = Expected.value
  private var key: Int32 = -1

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  mutating func read() throws(JSONDocument.Defect) -> [JSONDocument.Node] {
    try checkUnicode()
    skipSpace()
    while at < bytes.count {
      try step(bytes[at])
      skipSpace()
    }
    guard case .nothing = expected else {
      throw defect(nodes.isEmpty ? "the file is empty" : "the text ends early")
    }
    return nodes
  }

  private mutating func step(_ byte: UInt8) throws(JSONDocument.Defect) {
    switch (expected, byte) {
    case (.value, _): try readValue(byte)
    case (.valueOrEnd, UInt8(ascii: "]")), (.keyOrEnd, UInt8(ascii: "}")): try close(byte)
    case (.valueOrEnd, _): try readValue(byte)
    case (.key, _), (.keyOrEnd, _): try readKey(byte)
    case (.separator, UInt8(ascii: ",")):
      at += 1
      expected = isInObject ? .key : .value
    case (.separator, UInt8(ascii: "]")), (.separator, UInt8(ascii: "}")): try close(byte)
    case (.separator, _): throw defect("a comma or the end of the list is missing")
    case (.nothing, _): throw defect("there is more after the value")
    }
  }

  private var isInObject: Bool {
    open.last.map { nodes[Int($0)].kind == .object } ?? false
  }

  private mutating func readKey(_ byte: UInt8) throws(JSONDocument.Defect) {
    guard byte == UInt8(ascii: "\"") else {
      throw defect(
        byte == UInt8(ascii: "}") ? "a comma too many" : "a name in quotation marks is missing")
    }
    key = Int32(at)
    try skipString()
    skipSpace()
    guard at < bytes.count, bytes[at] == UInt8(ascii: ":") else {
      throw defect("a colon is missing after the name")
    }
    at += 1
    expected = .value
  }

  private mutating func readValue(_ byte: UInt8) throws(JSONDocument.Defect) {
    let start = at
    let kind: JSONDocument.Kind
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      return try openList(byte)
    case UInt8(ascii: "\""):
      kind = .string
      try skipString()
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      kind = .number
      try skipNumber()
    case UInt8(ascii: "t"): kind = try word("true", .true)
    case UInt8(ascii: "f"): kind = try word("false", .false)
    case UInt8(ascii: "n"): kind = try word("null", .null)
    case UInt8(ascii: "]"), UInt8(ascii: "}"):
      throw defect("a comma too many, or a value is missing")
    case UInt8(ascii: "/"): throw defect("JSON has no comments")
    default: throw defect("this is not a value")
    }
    append(kind, from: start)
    expected = open.isEmpty ? .nothing : .separator
  }

  private mutating func append(_ kind: JSONDocument.Kind, from start: Int) {
    nodes.append(
      .init(kind: kind, start: Int32(start), end: Int32(at), parent: open.last ?? -1, key: key))
    key = -1
  }

  private mutating func openList(_ byte: UInt8) throws(JSONDocument.Defect) {
    guard open.count < Self.depthLimit else { throw defect("the lists are nested too deeply") }
    let isObject = byte == UInt8(ascii: "{")
    append(isObject ? .object : .array, from: at)
    open.append(Int32(nodes.count - 1))
    at += 1
    expected = isObject ? .keyOrEnd : .valueOrEnd
  }

  private mutating func close(_ byte: UInt8) throws(JSONDocument.Defect) {
    guard isInObject == (byte == UInt8(ascii: "}")), let index = open.popLast() else {
      throw defect("another bracket is open")
    }
    at += 1
    nodes[Int(index)].end = Int32(at)
    expected = open.isEmpty ? .nothing : .separator
  }

  private mutating func word(
    _ word: StaticString, _ kind: JSONDocument.Kind
  ) throws(JSONDocument.Defect) -> JSONDocument.Kind {
    let word = Array("\(word)".utf8)
    guard bytes[at...].starts(with: word) else { throw defect("this is not a value") }
    at += word.count
    return kind
  }

  func defect(_ message: String, at offset: Int? = nil) -> JSONDocument.Defect {
    .init(offset: offset ?? at, message: message)
  }
}
