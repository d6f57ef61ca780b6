/// Cuts a source into tokens: comments and the content of interpolations are dropped.
///
/// A quotation mark without a closing one on its line counts as punctuation, such as the apostrophe
/// in `<Text>Don't</Text>`.
struct Lexer {
  let bytes: [UInt8]
  let syntax: LexicalSyntax
  var at = 0
  var tokens: [Token] = []
  /// The open interpolations, from outside in.
  var holes: [OpenHole] = []
  /// By quotation mark: the offset up to which no string of it is closed.
  var unclosed: [UInt8: Int] = [:]
  /// The first quotation mark that should open a string and does not.
  var unended: Int?
  /// The maximum number of tokens: handwritten sources of the maximum size have fewer.
  private static let limit = 700_000
  /// The maximum number of interpolations within each other.
  static let holeLimit = 64
  /// Whether a `/` would divide here: a value stands before it.
  var followsValue = false

  /// An interpolation and the string that continues after it.
  struct OpenHole {
    let opening: UInt8
    let closing: UInt8
    var depth = 0
    let quote: Quote
    let start: Int
  }

  init(_ bytes: [UInt8], _ syntax: LexicalSyntax) {
    self.bytes = bytes
    self.syntax = syntax
    tokens.reserveCapacity(min(bytes.count / 4, Self.limit))
    while at < bytes.count, tokens.count < Self.limit { step() }
    if let hole = holes.first { noteUnended(hole.start) }
  }

  mutating func noteUnended(_ offset: Int) { unended = min(offset, unended ?? offset) }

  private mutating func step() {
    let byte = bytes[at]
    if byte <= 0x20 {
      repeat { at += 1 } while at < bytes.count && bytes[at] <= 0x20
    } else if skipComment(byte) || skipExpression(byte) {
      return
    } else if syntax.mayOpenText(byte), let quote = Quote(bytes, at: at, syntax),
      !isPunctuation(quote)
    {
      readString(quote, from: at, content: at + quote.prefix)
    } else if Self.isWord(byte) {
      readWord()
    } else {
      readMark(byte)
    }
  }

  static func isWord(_ byte: UInt8) -> Bool { byte.isWord || byte == UInt8(ascii: "$") }

  private mutating func readWord() {
    let start = at
    while at < bytes.count, Self.isWord(bytes[at]) { at += 1 }
    followsValue = !(syntax.hasExpressions && Self.isOperator(bytes[start..<at]))
    emit(Token(.word, start: start, end: at))
  }

  /// JavaScript's words after which a value starts.
  private static func isOperator(_ word: ArraySlice<UInt8>) -> Bool {
    (2...10).contains(word.count) && operators.contains(word)
  }

  private static let operators = WordSet([
    "return", "typeof", "case", "in", "of", "delete", "void", "throw", "new", "do", "else", "await",
    "yield", "instanceof",
  ])

  private mutating func readMark(_ byte: UInt8) {
    at += 1
    switch byte {
    case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): followsValue = true
    // No regular expression follows the `<` of a closing tag.
    case UInt8(ascii: "<"): followsValue = true
    default: followsValue = false
    }
    guard var hole = holes.last else {
      return emit(Token(.mark, start: at - 1, end: at, mark: byte))
    }
    if byte == hole.opening {
      hole.depth += 1
    } else if byte == hole.closing {
      guard hole.depth > 0 else {
        holes.removeLast()
        return readString(hole.quote, from: hole.start, content: at, isComputed: true)
      }
      hole.depth -= 1
    }
    holes[holes.count - 1] = hole
  }

  mutating func emit(_ token: Token) {
    if holes.isEmpty { tokens.append(token) }
  }
}
