/// An expression of a Bazel build file, with the kinds that lists of files need.
indirect enum StarlarkValue {
  case string(String)
  /// A list, or a sum of several.
  case list([StarlarkValue])
  case call(StarlarkCall)
  /// A computed value.
  case other
}

/// A call in a build file: a rule with its attributes, or `glob(…)`.
struct StarlarkCall {
  let name: String
  let arguments: [(label: String?, value: StarlarkValue)]

  subscript(label: String) -> StarlarkValue? { arguments.first { $0.label == label }?.value }
}

/// The calls and the constants of a build file. A build file is a program; it is read here and
/// never run.
struct StarlarkFile {
  private(set) var calls: [StarlarkCall] = []
  private(set) var constants: [String: StarlarkValue] = [:]

  init(_ bytes: [UInt8]) throws(TextError) {
    var reader = StarlarkReader(cursor: TextCursor(bytes))
    while let (name, value) = try reader.statement() {
      if case .call(let call) = value { calls.append(call) }
      if let name { constants[name] = value }
    }
  }
}

private struct StarlarkReader {
  var cursor: TextCursor

  /// Reads one expression or assignment at the top level; nil at the end.
  mutating func statement() throws(TextError) -> (name: String?, value: StarlarkValue)? {
    skip()
    guard cursor.byte != nil else { return nil }
    let start = cursor
    let name = word()
    skip()
    if !name.isEmpty, cursor.byte == UInt8(ascii: "="), cursor.byte(ahead: 1) != UInt8(ascii: "=") {
      cursor.advance()
      return (name, try value(depth: 1))
    }
    cursor = start
    let index = cursor.index
    let value = try value(depth: 1)
    // Text that is not an expression, such as a `def`, is skipped byte by byte.
    if cursor.index == index { cursor.advance() }
    return (nil, value)
  }

  private mutating func value(depth: Int) throws(TextError) -> StarlarkValue {
    guard depth <= LiteralNode.maximumDepth else {
      throw cursor.failure("this is nested over \(LiteralNode.maximumDepth) deep")
    }
    var value = try term(depth: depth)
    while true {
      skip(stopsAtLine: depth == 1)
      if cursor.take(UInt8(ascii: "+")) {
        value = .list([value, try term(depth: depth)])
        continue
      }
      guard depth > 1, let byte = cursor.byte, !",)]}:=".utf8.contains(byte) else { return value }
      // An operator or a list comprehension: the value is computed.
      value = .other
      try skipExpression(depth: depth)
    }
  }

  private mutating func term(depth: Int) throws(TextError) -> StarlarkValue {
    skip()
    switch cursor.byte {
    case UInt8(ascii: "\""), UInt8(ascii: "'"): return .string(try text())
    case UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: "("):
      return .list(try arguments(depth: depth + 1).map(\.value))
    default:
      let name = word()
      skip(stopsAtLine: true)
      guard !name.isEmpty else { return .other }
      guard cursor.byte == UInt8(ascii: "(") else { return .call(.init(name: name, arguments: [])) }
      return .call(StarlarkCall(name: name, arguments: try arguments(depth: depth + 1)))
    }
  }

  /// Reads the elements in brackets; for a dictionary, its values.
  private mutating func arguments(
    depth: Int
  ) throws(TextError) -> [(label: String?, value: StarlarkValue)] {
    let start = cursor
    cursor.advance()
    var arguments: [(label: String?, value: StarlarkValue)] = []
    while true {
      skip()
      guard let byte = cursor.byte else { throw start.failure("this bracket is never closed") }
      if ")]}".utf8.contains(byte) {
        cursor.advance()
        return arguments
      }
      if cursor.take(UInt8(ascii: ",")) { continue }
      let index = cursor.index
      var value = try value(depth: depth)
      var label: String?
      if cursor.byte == UInt8(ascii: "=") || cursor.byte == UInt8(ascii: ":") {
        if case .call(let name) = value, name.arguments.isEmpty { label = name.name }
        cursor.advance()
        value = try self.value(depth: depth)
      }
      arguments.append((label, value))
      if cursor.index == index { cursor.advance() }
    }
  }

  /// Skips an unknown expression, up to a separator of the surrounding list.
  private mutating func skipExpression(depth: Int) throws(TextError) {
    skip()
    while let byte = cursor.byte, !",)]}".utf8.contains(byte) {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "'"): _ = try text()
      case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"):
        _ = try arguments(depth: depth + 1)
      default: cursor.advance()
      }
      skip()
    }
  }

  private mutating func text() throws(TextError) -> String {
    let start = cursor
    if cursor.isAt("\"\"\"") {
      cursor.advance(3)
      let from = cursor.index
      guard cursor.advance(past: "\"\"\"") else { throw start.failure("this text has no end") }
      return String(cursor.text(from: from).dropLast(3))
    }
    return try LiteralString.javaScript(&cursor)
  }

  /// A name with its dots; empty if there is none.
  private mutating func word() -> String {
    let start = cursor.index
    cursor.advance { Lexer.isWord($0) || $0 == UInt8(ascii: ".") }
    return cursor.text(from: start)
  }

  /// Skips space and comments.
  private mutating func skip(stopsAtLine: Bool = false) {
    while let byte = cursor.byte {
      if byte == UInt8(ascii: "#") {
        cursor.advance { $0 != UInt8(ascii: "\n") }
      } else if byte > 0x20 || stopsAtLine && byte == UInt8(ascii: "\n") {
        return
      } else {
        cursor.advance()
      }
    }
  }
}
