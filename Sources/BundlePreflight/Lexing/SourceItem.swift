/// An argument of a call, or an element of a list, in a source that is read and never run.
///
/// It is what manifests in any language are read as: no grammar, only what stands in which bracket.
struct SourceItem: Hashable, Sendable {
  enum Term: Hashable, Sendable {
    /// A string; nil if it is computed.
    case text(String?)
    /// A name, a keyword or a number.
    case name(String)
    case mark(UInt8)
    /// The items in brackets, with the opening one.
    case group(UInt8, [SourceItem])

    func isMark(_ mark: Unicode.Scalar) -> Bool { self == .mark(UInt8(ascii: mark)) }

    /// Whether it is a name, or a dot between names.
    var isOfName: Bool { if case .name = self { true } else { isMark(".") } }
  }

  /// The name or text before a colon: an argument's label, a key.
  var label: String?
  /// All after the label.
  var terms: [Term] = []
  /// The place of the first term.
  var place: TextPlace
}

/// Reads the items of a source one after the other.
struct SourceItems {
  /// Manifests have about ten levels.
  static let maximumDepth = 128
  /// Eight bytes for each term of the longest file that is read: a crafted one takes no more memory.
  static let maximumCount = 1 << 18

  let syntax: LexicalSyntax
  let tokens: [Token]
  /// The token that is read next.
  private(set) var index = 0
  private let bytes: [UInt8]
  private let unended: Int?
  /// The offset after the last token that was skipped.
  private var firstOffset = 0
  /// The number of terms that were read.
  private var count = 0
  private var places: TextPlaces

  init(_ bytes: [UInt8], _ syntax: LexicalSyntax) {
    let bytes = bytes.withoutByteOrderMark
    let lexer = Lexer(bytes, syntax)
    self.bytes = bytes
    self.syntax = syntax
    tokens = lexer.tokens
    unended = lexer.unended
    places = TextPlaces(bytes)
  }

  /// All items at the top.
  static func all(in bytes: [UInt8], _ syntax: LexicalSyntax) throws(TextError) -> [SourceItem] {
    var reader = SourceItems(bytes, syntax)
    var items: [SourceItem] = []
    while reader.index < reader.tokens.count {
      items.append(try reader.item())
      // What ends an item means nothing at the top.
      reader.index += 1
    }
    try reader.checkEnd()
    return items
  }

  /// The name, or the text of a string, that is next.
  var word: String? {
    guard index < tokens.count else { return nil }
    return tokens[index].kind == .word
      ? tokens[index].text(in: bytes) : tokens[index].value(in: bytes, syntax)
  }

  func isMark(_ mark: Unicode.Scalar) -> Bool {
    index < tokens.count && tokens[index].kind == .mark
      && tokens[index].mark == UInt8(ascii: mark)
  }

  mutating func skip() {
    firstOffset = Int(tokens[index].end)
    index += 1
  }

  /// Reads to the separator or the closing bracket that ends an item.
  mutating func item(depth: Int = 1) throws(TextError) -> SourceItem {
    let start = self.start
    guard depth <= Self.maximumDepth else {
      throw failure("this is nested over \(Self.maximumDepth) deep", at: start)
    }
    var item = SourceItem(place: places.place(of: start))
    while index < tokens.count, !Self.ends(tokens[index]) {
      try checkEnd()
      let token = tokens[index]
      if depth > 1, item.label == nil, isLabelMark(token), let label = Self.label(item.terms) {
        index += 1
        item = SourceItem(label: label, place: places.place(of: self.start))
      } else {
        item.terms.append(try term(token, depth: depth))
      }
    }
    return item
  }

  private mutating func term(_ token: Token, depth: Int) throws(TextError) -> SourceItem.Term {
    index += 1
    count += 1
    guard count <= Self.maximumCount else {
      throw failure(
        "there are over \(Self.maximumCount) names, texts and marks", at: Int(token.start))
    }
    switch token.kind {
    case .word: return .name(token.text(in: bytes))
    case .string, .computedString: return .text(token.value(in: bytes, syntax))
    case .mark:
      guard "([{".utf8.contains(token.mark) else { return .mark(token.mark) }
      return .group(token.mark, try group(from: Int(token.start), depth: depth + 1))
    }
  }

  private mutating func group(
    from bracket: Int, depth: Int
  ) throws(TextError) -> [SourceItem] {
    var items: [SourceItem] = []
    while true {
      let item = try item(depth: depth)
      if item.label != nil || !item.terms.isEmpty { items.append(item) }
      guard index < tokens.count else {
        try checkEnd()
        throw syntax.hasHashComments
          ? failure("this bracket is never closed", at: bracket)
          : failure("a closing bracket is missing", at: bytes.count)
      }
      let isSeparator = Self.separators.contains(tokens[index].mark)
      index += 1
      if !isSeparator { return items }
    }
  }

  /// The offset of the next token; the text's end if there is none.
  private var start: Int { index < tokens.count ? Int(tokens[index].start) : bytes.count }

  private static let separators = Array(",;".utf8)

  private static func ends(_ token: Token) -> Bool {
    token.kind == .mark && ",;)]}".utf8.contains(token.mark)
  }

  /// Python has a colon in dictionaries and `=` in calls.
  private func isLabelMark(_ token: Token) -> Bool {
    token.kind == .mark
      && (token.mark == UInt8(ascii: ":")
        || token.mark == UInt8(ascii: "=") && syntax.hasHashComments)
  }

  /// The text that is a label, or the last name if only names and dots stand before it.
  private static func label(_ terms: [SourceItem.Term]) -> String? {
    if terms.count == 1, case .text(let text) = terms[0] { return text }
    guard terms.allSatisfy(\.isOfName), case .name(let name) = terms.last else { return nil }
    return name
  }

  /// Throws if a string that opens between here and the start of what is read has no end.
  private func checkEnd() throws(TextError) {
    guard let unended, unended >= firstOffset, unended < start else { return }
    throw failure("the text that begins here has no end", at: unended)
  }

  private func failure(_ message: String, at offset: Int) -> TextError {
    TextError(message, at: offset, in: bytes)
  }
}
