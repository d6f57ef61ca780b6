/// A JSON text as a list of its values with their places, in the order of the text.
///
/// A decoder would lose the subject of findings: lines, columns and repeated members.
struct JSONDocument: Sendable {
  enum Kind: Sendable { case object, array, string, number, `true`, `false`, null }

  /// A value with its place as byte offsets.
  struct Node: Sendable {
    let kind: Kind
    let start: Int32
    /// The offset after the value's last byte.
    var end: Int32
    /// The object or array around it; negative for the top.
    let parent: Int32
    /// The opening quotation mark of the member's name; negative in arrays and at the top.
    let key: Int32
  }

  /// The reason why a text is not JSON.
  struct Defect: Error, Hashable {
    let offset: Int
    /// The content at that place, as a part of a sentence.
    let message: String
  }

  let bytes: [UInt8]
  private(set) var nodes: [Node]

  init(_ bytes: [UInt8]) throws(Defect) {
    var reader = JSONReader(bytes)
    nodes = try reader.read()
    self.bytes = bytes
  }

  /// The member's name; nil for an element of an array and the top.
  func key(of node: Node) -> String? {
    node.key < 0 ? nil : text(at: node.key)
  }

  /// Whether the node at a level of `path` has the key `name`.
  func hasKey(_ path: [Int32], _ level: Int, _ name: String) -> Bool {
    path.indices.contains(level) && hasKey(nodes[Int(path[level])], name)
  }

  /// Whether the member's name is `name`, which must be ASCII.
  func hasKey(_ node: Node, _ name: String) -> Bool {
    guard node.key >= 0 else { return false }
    let start = Int(node.key) + 1
    if bytes[start...].starts(with: name.utf8) { return bytes[start + name.utf8.count] == 0x22 }
    // Names with escapes are rare, and only those need decoding.
    let isPlain = bytes[start...].prefix(6 * name.utf8.count).prefix { $0 != 0x22 }
      .allSatisfy { $0 != 0x5C }
    return !isPlain && key(of: node) == name
  }

  /// A string's text; nil for other values.
  func string(_ node: Node) -> String? {
    node.kind == .string ? text(at: node.start) : nil
  }

  /// The text of the string whose quotation mark is at `start`.
  private func text(at start: Int32) -> String {
    var end = Int(start) + 1
    while bytes[end] != 0x22 { end += bytes[end] == 0x5C ? 2 : 1 }
    return StringEscapes.javaScript.decoded(bytes[(Int(start) + 1)..<end]).text
  }

  /// A number's value; nil for other values.
  func number(_ node: Node) -> Double? {
    guard node.kind == .number else { return nil }
    return Double(String(decoding: bytes[Int(node.start)..<Int(node.end)], as: UTF8.self))
  }

  /// The nearest members around a value, from inside out; elements of arrays are skipped.
  func path(of node: Node) -> [Int32] {
    var path: [Int32] = []
    var index = node.parent
    for _ in 0..<8 where index >= 0 {
      if nodes[Int(index)].key >= 0 { path.append(index) }
      index = nodes[Int(index)].parent
    }
    return path
  }

  /// The members of the object at `index` among the next 256 values: real messages are small, and
  /// the cost of a crafted one must stay linear in its size.
  func members(of index: Int32) -> [Node] {
    guard index >= 0 else { return [] }
    return nodes[Int(index)...].dropFirst().prefix(256)
      .prefix { $0.start < nodes[Int(index)].end }
      .filter { $0.parent == index }
  }
}
