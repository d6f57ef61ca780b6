/// A call in Swift source, with the parts that a package's manifest needs: names, labels, literals.
///
/// The manifest is a program. It is read here and never run, so computed values are not known.
struct SwiftCall: Hashable, Sendable {
  struct Argument: Hashable, Sendable {
    let label: String?
    /// The text, if the argument is one literal.
    let string: String?
    /// The name, if the argument is a single name: `app` for `.app`.
    var word: String?
    /// Calls in the argument, also those in arrays, sums and conditions.
    let calls: [SwiftCall]
    /// The strings in the argument that are not in a call.
    let strings: [String]
    /// The line, from 1.
    let line: Int
    /// The column in characters, from 1.
    let column: Int
  }

  /// The name before the bracket, without the part up to its last dot.
  let name: String
  let arguments: [Argument]

  subscript(label: String) -> Argument? { arguments.first { $0.label == label } }

  /// Those of this call and the calls in its arguments for which `isMeant` is true, the outer
  /// first; calls inside a result are not searched.
  func all(_ isMeant: (SwiftCall) -> Bool) -> [SwiftCall] {
    isMeant(self) ? [self] : arguments.flatMap(\.calls).flatMap { $0.all(isMeant) }
  }

  /// The outermost calls in a text; their arguments contain the others.
  static func all(in bytes: [UInt8]) throws(TextError) -> [SwiftCall] {
    var reader = SwiftCallReader(cursor: TextCursor(bytes))
    var calls: [SwiftCall] = []
    while !reader.isAtEnd {
      calls += try reader.argument(depth: 1).calls
      // A byte that ends an argument means nothing at the top level.
      reader.skipOne()
    }
    return calls
  }
}

private struct SwiftCallReader {
  var cursor: TextCursor

  var isAtEnd: Bool { cursor.byte == nil }

  mutating func skipOne() { cursor.advance() }

  /// Reads to the `,` or closing bracket that ends an argument.
  mutating func argument(depth: Int) throws(TextError) -> SwiftCall.Argument {
    guard depth <= LiteralNode.maximumDepth else {
      throw cursor.failure("this is nested over \(LiteralNode.maximumDepth) deep")
    }
    skip()
    let (line, column) = (cursor.line, cursor.column)
    var parts = Parts()
    while let byte = cursor.byte, !Self.endsArgument(byte) {
      try part(byte, into: &parts, depth: depth)
      skip()
    }
    return SwiftCall.Argument(
      label: parts.label, string: parts.count == 1 ? parts.strings.first : nil,
      word: parts.count == 0 && !parts.name.isEmpty ? parts.name : nil, calls: parts.calls,
      strings: parts.strings, line: parts.line ?? line,
      column: parts.column ?? column)
  }

  /// The parts of an argument.
  private struct Parts {
    var label: String?
    var name = ""
    var strings: [String] = []
    var calls: [SwiftCall] = []
    var count = 0
    var line: Int?
    var column: Int?
  }

  private mutating func part(_ byte: UInt8, into parts: inout Parts, depth: Int) throws(TextError) {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "#"):
      parts.count += 1
      if let text = try text() { parts.strings.append(text) }
      parts.name = ""
    case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"):
      parts.count += 1
      cursor.advance()
      let arguments = try arguments(depth: depth + 1)
      if byte == UInt8(ascii: "("), !parts.name.isEmpty {
        parts.calls.append(SwiftCall(name: parts.name, arguments: arguments))
      } else {
        parts.calls += arguments.flatMap(\.calls)
        parts.strings += arguments.flatMap(\.strings)
      }
      parts.name = ""
    case UInt8(ascii: ":") where parts.label == nil && parts.count == 0 && !parts.name.isEmpty:
      parts.label = parts.name
      parts.name = ""
      cursor.advance()
      skip()
      (parts.line, parts.column) = (cursor.line, cursor.column)
    case _ where byte.isWord:
      let start = cursor.index
      cursor.advance(while: \.isWord)
      parts.name = cursor.text(from: start)
    default:
      if byte != UInt8(ascii: ".") { parts.count += 1 }
      parts.name = ""
      cursor.advance()
    }
  }

  private mutating func arguments(depth: Int) throws(TextError) -> [SwiftCall.Argument] {
    var arguments: [SwiftCall.Argument] = []
    while true {
      arguments.append(try argument(depth: depth))
      guard let byte = cursor.byte else { throw cursor.failure("a closing bracket is missing") }
      cursor.advance()
      if byte != UInt8(ascii: ","), byte != UInt8(ascii: ";") { return arguments }
    }
  }

  /// Reads a string; nil if it is computed, or if it is a directive and not a string.
  private mutating func text() throws(TextError) -> String? {
    let start = cursor
    var hashCount = 0
    while cursor.take(UInt8(ascii: "#")) { hashCount += 1 }
    guard cursor.byte == UInt8(ascii: "\"") else { return nil }
    if cursor.isAt("\"\"\"") {
      cursor.advance(3)
      guard cursor.advance(past: "\"\"\"") else {
        throw start.failure("the text that begins here has no end")
      }
      return nil
    }
    return try LiteralString.swift(&cursor, hashCount: hashCount)
  }

  /// Skips space and comments, which nest in Swift.
  private mutating func skip() {
    while true {
      cursor.skipSpace()
      if cursor.isAt("//") {
        cursor.advance { $0 != UInt8(ascii: "\n") }
      } else if cursor.isAt("/*") {
        skipBlockComment()
      } else {
        return
      }
    }
  }

  private mutating func skipBlockComment() {
    var depth = 0
    repeat {
      if cursor.isAt("/*") {
        depth += 1
        cursor.advance(2)
      } else if cursor.isAt("*/") {
        depth -= 1
        cursor.advance(2)
      } else {
        cursor.advance()
      }
    } while depth > 0 && cursor.byte != nil
  }

  private static func endsArgument(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: ")"), UInt8(ascii: "]"),
      UInt8(ascii: "}"):
      true
    default: false
    }
  }
}
