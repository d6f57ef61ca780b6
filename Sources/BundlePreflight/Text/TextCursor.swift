import AlertSounds

/// A position in a text that moves byte by byte.
struct TextCursor {
  let bytes: [UInt8]
  private(set) var index = 0
  private var places: TextPlaces

  init(_ bytes: [UInt8]) {
    self.bytes = bytes.withoutByteOrderMark
    places = TextPlaces(self.bytes)
  }

  /// The line and the column here.
  mutating func place() -> TextPlace { places.place(of: index) }

  /// The byte here; nil at the end.
  var byte: UInt8? { index < bytes.count ? bytes[index] : nil }

  /// The byte `offset` further.
  func byte(ahead offset: Int) -> UInt8? {
    index + offset < bytes.count ? bytes[index + offset] : nil
  }

  /// Whether `text` is here.
  func isAt(_ text: StaticString) -> Bool {
    guard bytes.count - index >= text.utf8CodeUnitCount else { return false }
    return text.withUTF8Buffer { bytes[index..<(index + $0.count)].elementsEqual($0) }
  }

  mutating func advance(_ count: Int = 1) { index = min(index + count, bytes.count) }

  mutating func advance(while isMeant: (UInt8) -> Bool) {
    while let byte, isMeant(byte) { advance() }
  }

  /// Moves to the position after the next `text`; if there is none, moves to the end and returns
  /// false.
  @discardableResult
  mutating func advance(past text: StaticString) -> Bool {
    while byte != nil {
      if isAt(text) {
        advance(text.utf8CodeUnitCount)
        return true
      }
      advance()
    }
    return false
  }

  /// Takes `expected` if it is here.
  mutating func take(_ expected: UInt8) -> Bool {
    guard byte == expected else { return false }
    advance()
    return true
  }

  /// Takes `text` if it is here.
  mutating func take(_ text: StaticString) -> Bool {
    guard isAt(text) else { return false }
    advance(text.utf8CodeUnitCount)
    return true
  }

  /// The text since `start`.
  func text(from start: Int) -> String { String(decoding: bytes[start..<index], as: UTF8.self) }

  mutating func skipSpace() {
    advance { $0 == 0x20 || (0x09...0x0D).contains($0) }
  }

  /// The value of the string that opens here; moves past it.
  /// - Parameter spansLines: whether it may have line ends.
  mutating func string(
    _ escapes: StringEscapes, spansLines: Bool = false
  ) throws(TextError) -> String {
    let start = index
    let quote = byte
    advance()
    while let byte, spansLines || byte != UInt8(ascii: "\n") {
      let end = index
      // An escaped line end does not end the string.
      advance(byte == UInt8(ascii: "\\") ? 2 : 1)
      if byte == quote {
        return escapes.decoded(bytes[(start + 1)..<end]).text
      }
    }
    throw failure("the text that begins here has no end", at: start)
  }

  /// Skips space and comments in the syntax of C.
  mutating func skipSpaceAndComments() {
    while true {
      skipSpace()
      if isAt("//") {
        advance { $0 != UInt8(ascii: "\n") }
      } else if isAt("/*") {
        advance(2)
        advance(past: "*/")
      } else {
        return
      }
    }
  }

  func failure(_ message: String, at offset: Int? = nil) -> TextError {
    TextError(message, at: offset ?? index, in: bytes)
  }

  func checkUnicode() throws(TextError) {
    guard String(validating: bytes, as: UTF8.self) == nil else { return }
    var parser = Unicode.UTF8.ForwardParser()
    var source = bytes.makeIterator()
    var end = self
    while case .valid(let scalar) = parser.parseScalar(from: &source) { end.advance(scalar.count) }
    throw end.failure("the text is not UTF-8")
  }
}

/// The reason why a project's file cannot be read, with its place.
struct TextError: Error, Hashable, Sendable {
  /// A sentence without a full stop.
  let message: String
  /// The line, from 1.
  let line: Int
  /// The column in characters, from 1.
  let column: Int
  /// The same place in bytes.
  var offset = 0
}

extension TextError {
  init(_ message: String, at offset: Int, in bytes: [UInt8]) {
    var places = TextPlaces(bytes)
    let place = places.place(of: offset)
    self.init(message: message, line: place.line, column: place.column, offset: offset)
  }
}

extension Rule {
  /// The finding that `file` cannot be read.
  static func unreadable(_ file: TreePath, _ error: TextError) -> TreeFinding {
    projectUnreadable.finding(
      error.message, file: file, line: error.line, column: error.column)
  }
}
