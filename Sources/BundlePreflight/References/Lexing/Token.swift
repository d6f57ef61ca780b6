/// A piece of a source.
struct Token: Sendable {
  enum Kind: UInt8, Sendable {
    /// A name, a keyword or a number.
    case word
    /// A text whose value stands there.
    case string
    /// A text with an interpolation or with several lines.
    case computedString
    /// A single byte of punctuation.
    case mark
  }

  var kind: Kind
  /// The byte of a mark.
  var mark: UInt8 = 0
  /// Bytes before and after a string's content: quotation marks, and what makes it raw.
  var prefix: UInt8 = 0
  var suffix: UInt8 = 0
  /// Whether a backslash is a backslash.
  var isRaw = false
  let start: Int32
  var end: Int32
  /// The index of the bracket that closes or opens this one; negative for all else.
  var partner: Int32 = -1
  /// The index of the bracket that is open around the token; negative at the top.
  var parent: Int32 = -1

  init(_ kind: Kind, start: Int, end: Int, mark: UInt8 = 0) {
    self.kind = kind
    self.start = Int32(start)
    self.end = Int32(end)
    self.mark = mark
  }
}
