extension YAMLNode {
  /// The one document in `bytes`; an empty one is a null at its beginning.
  ///
  /// Depth and size are limited; the nodes of an alias count again each time.
  package static func parse(_ bytes: [UInt8]) throws(YAMLError) -> YAMLNode {
    let result = bytes.withUnsafeBufferPointer { buffer in
      Result { () throws(YAMLError) in
        var parser = YAMLParser(events: try YAMLEventReader(buffer))
        return try parser.document()
      }
    }
    return try result.get()
  }
}

/// Builds nodes from events.
private struct YAMLParser {
  /// A node that an alias may refer to, and its cost.
  private struct Sized {
    let node: YAMLNode
    let nodeCount: Int
    let height: Int
  }

  /// The maximum depth: far over any file that people write, far under the limits of stack and
  /// memory.
  private static let maximumDepth = 64
  private static let maximumNodes = 100_000

  private let events: YAMLEventReader
  private var anchors: [String: Sized] = [:]
  private var nodeCount = 0

  init(events: YAMLEventReader) { self.events = events }

  mutating func document() throws(YAMLError) -> YAMLNode {
    _ = try events.next()
    guard case .documentStart = try events.next() else {
      return YAMLNode(value: .scalar("", isPlain: true), line: 1, column: 1)
    }
    let root = try node(try events.next(), depth: 1).node
    _ = try events.next()
    guard case .streamEnd = try events.next() else {
      throw failure("a second document begins here: one is read")
    }
    return root
  }

  private mutating func node(
    _ event: YAMLEventReader.Event, depth: Int
  ) throws(YAMLError) -> Sized {
    guard depth <= Self.maximumDepth else {
      throw failure("this is nested over \(Self.maximumDepth) deep")
    }
    let before = nodeCount
    try count(1)
    let (line, column) = (events.line, events.column)
    let sized: (value: YAMLNode.Value, anchor: String?, height: Int)
    switch event {
    case .scalar(let text, let isPlain, let anchor):
      sized = (.scalar(text, isPlain: isPlain), anchor, 1)
    case .sequenceStart(let anchor):
      let (elements, height) = try elements(depth: depth)
      sized = (.sequence(elements), anchor, height + 1)
    case .mappingStart(let anchor):
      let (entries, height) = try entries(depth: depth)
      sized = (.mapping(entries), anchor, height + 1)
    case .alias(let name):
      return try expansion(of: name, depth: depth)
    default:
      throw failure("a value is missing")
    }
    let result = Sized(
      node: YAMLNode(value: sized.value, line: line, column: column),
      nodeCount: nodeCount - before, height: sized.height)
    if let anchor = sized.anchor { anchors[anchor] = result }
    return result
  }

  /// The node that an alias refers to. An anchor is known when its value is complete, so a value
  /// cannot contain itself.
  private mutating func expansion(of name: String, depth: Int) throws(YAMLError) -> Sized {
    guard let target = anchors[name] else {
      throw failure("there is no anchor '&\(name)' before this")
    }
    guard depth + target.height <= Self.maximumDepth + 1 else {
      throw failure("'*\(name)' nests over \(Self.maximumDepth) deep")
    }
    try count(target.nodeCount)
    return target
  }

  private mutating func elements(depth: Int) throws(YAMLError) -> ([YAMLNode], Int) {
    var elements: [YAMLNode] = []
    var height = 0
    while true {
      let event = try events.next()
      if case .sequenceEnd = event { return (elements, height) }
      let element = try node(event, depth: depth + 1)
      elements.append(element.node)
      height = max(height, element.height)
    }
  }

  private mutating func entries(depth: Int) throws(YAMLError) -> ([YAMLNode.Entry], Int) {
    var entries: [YAMLNode.Entry] = []
    var keys: Set<String> = []
    var height = 0
    while true {
      let event = try events.next()
      if case .mappingEnd = event { return (entries, height) }
      let key = try node(event, depth: depth + 1).node
      guard let name = key.string else { throw failure("a key must be a text", at: key) }
      guard keys.insert(name).inserted else {
        throw failure("'\(name)' stands here twice", at: key)
      }
      let value = try node(try events.next(), depth: depth + 1)
      entries.append(YAMLNode.Entry(key: key, value: value.node))
      height = max(height, value.height)
    }
  }

  private mutating func count(_ more: Int) throws(YAMLError) {
    nodeCount += more
    guard nodeCount <= Self.maximumNodes else {
      throw failure("this comes to over \(Self.maximumNodes) values")
    }
  }

  private func failure(_ message: String, at node: YAMLNode? = nil) -> YAMLError {
    YAMLError(
      message: message, line: node?.line ?? events.line, column: node?.column ?? events.column)
  }
}
