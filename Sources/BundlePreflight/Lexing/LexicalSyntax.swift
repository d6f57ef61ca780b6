/// How a family of languages writes comments and strings, which is all that a `Lexer` must know.
struct LexicalSyntax: Sendable {
  /// The mark before a string that makes it raw.
  enum RawMark: Sendable {
    case none
    /// Swift's `#"…"#`.
    case hashes
    /// Dart's `r"…"`.
    case letter
    /// C#'s `@"…"`, and `$"…"` for one with interpolations.
    case verbatim
    /// Python's `r"…"`, and `f"…"` for one with interpolations.
    case letters
  }

  var rawMark = RawMark.none
  /// Whether comments start with `#` and not with `//` and `/*`.
  var hasHashComments = false
  /// Whether `/*` inside a block comment opens another one.
  var nestsComments = false
  var hasApostrophes = true
  /// Whether `'` encloses one character.
  var hasCharacters = false
  var hasBackticks = false
  /// Whether three quotation marks open a text of several lines.
  var hasTripleQuotes = false
  var hasRawTriples = false
  /// Whether `/` may open a regular expression.
  var hasExpressions = false
  var hasDirectives = false
  var hole = Quote.Hole.none
  /// The quotation marks of the strings that have interpolations.
  var holeQuotes: StaticString = "\""
  var escapes = StringEscapes.c

  static let swift = LexicalSyntax(
    rawMark: .hashes, nestsComments: true, hasApostrophes: false, hasTripleQuotes: true,
    hasDirectives: true, hole: .parenthesis, escapes: .strict)
  static let objectiveC = LexicalSyntax(hasCharacters: true, hasDirectives: true)
  static let javaScript = LexicalSyntax(
    hasBackticks: true, hasExpressions: true, hole: .brace, holeQuotes: "`", escapes: .javaScript)
  static let dart = LexicalSyntax(
    rawMark: .letter, nestsComments: true, hasTripleQuotes: true, hole: .dollar,
    holeQuotes: "\"'", escapes: .javaScript)
  static let kotlin = LexicalSyntax(
    nestsComments: true, hasCharacters: true, hasTripleQuotes: true, hasRawTriples: true,
    hole: .dollar, escapes: .strict)
  static let java = LexicalSyntax(hasCharacters: true, hasTripleQuotes: true)
  static let cSharp = LexicalSyntax(
    rawMark: .verbatim, hasCharacters: true, hasTripleQuotes: true, hasRawTriples: true,
    hasDirectives: true, hole: .bareBrace)
  /// The language of Bazel's build files.
  static let starlark = LexicalSyntax(
    hasHashComments: true, hasTripleQuotes: true, escapes: .javaScript)
  static let python = LexicalSyntax(
    rawMark: .letters, hasHashComments: true, hasTripleQuotes: true, hole: .bareBrace,
    holeQuotes: "\"'", escapes: .javaScript)
  static let go = LexicalSyntax(hasCharacters: true, hasBackticks: true)
  static let php = LexicalSyntax(hole: .dollar, escapes: .javaScript)
  static let text = LexicalSyntax(hasHashComments: true, hasApostrophes: false)
  static let ruby = LexicalSyntax(hasHashComments: true, hole: .hashBrace)

  /// Whether a string may start with this byte: a quotation mark or the mark of a raw string.
  func mayOpenText(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "#"): rawMark == .hashes
    case UInt8(ascii: "r") where rawMark == .letter: true
    case UInt8(ascii: "@"), UInt8(ascii: "$"): rawMark == .verbatim
    case _ where rawMark == .letters && "bfruBFRU".utf8.contains(byte): true
    default: isQuote(byte)
    }
  }

  func isQuote(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "\""): true
    case UInt8(ascii: "'"): hasApostrophes
    case UInt8(ascii: "`"): hasBackticks
    default: false
    }
  }
}
