extension Suppressions {
  /// Reads the comments of any text: a source, or the settings of a project. A format without
  /// comments, such as JSON, has none.
  init(_ bytes: [UInt8], ofFile path: String) {
    guard bytes.contains(bytesOf: Self.mark), let style = CommentStyle(bytes, of: path) else {
      self.init(bytes) { _ in false }
      return
    }
    switch style {
    case .tokens(let syntax): self.init(bytes, Lexer(bytes, syntax).tokens)
    case .markup:
      var comments = MarkupComments(bytes)
      self.init(bytes) { comments.contain($0) }
    case .lines: self.init(bytes) { bytes.isAfterComment($0) }
    }
  }
}

/// How a kind of file writes comments.
private enum CommentStyle {
  /// As a language does that a lexer reads.
  case tokens(LexicalSyntax)
  /// `<!-- … -->`
  case markup
  /// `#` or `//` up to the end of a line.
  case lines

  /// nil for a format without comments.
  init?(_ bytes: [UInt8], of path: String) {
    let suffix = TreePath.suffix(path)
    if let language = SourceLanguage(suffix: suffix) {
      self = .tokens(language.syntax)
    } else if suffix == "gradle" {
      // Dart has the quotation marks of Groovy.
      self = .tokens(.dart)
    } else if ["json", "apns", "xcstrings"].contains(suffix) {
      // Expo reads its settings as JSON5; all others are JSON.
      guard ExpoConfiguration.dataFiles.contains(TreePath.lastPart(path)) else { return nil }
      self = .tokens(.javaScript)
    } else if bytes.first(where: { $0 > 0x20 }) == UInt8(ascii: "<") {
      self = .markup
    } else {
      // Xcode's project and property lists of the old kind have the comments of C.
      self = ["pbxproj", "plist", "strings"].contains(suffix) ? .tokens(.objectiveC) : .lines
    }
  }
}

/// The comments of XML, found one after the other.
private struct MarkupComments {
  private let bytes: [UInt8]
  /// The comment that was found last, without its marks.
  private var start = 0
  private var end = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Whether `offset`, greater than the one before, is in a comment.
  mutating func contain(_ offset: Int) -> Bool {
    while end <= offset {
      start = bytes.end(of: "<!--", from: end) ?? bytes.count
      end = bytes.end(of: "-->", from: start) ?? .max
    }
    return start <= offset
  }
}

extension [UInt8] {
  /// Whether a comment of a server's language begins before `offset` on its line, outside of
  /// strings.
  fileprivate func isAfterComment(_ offset: Int) -> Bool {
    var start = offset
    while start > 0, self[start - 1] != 0x0A, offset - start < 4096 { start -= 1 }
    if isInComment(offset) { return true }
    var quote: UInt8?
    for at in start..<offset {
      let byte = self[at]
      if byte == quote {
        quote = nil
      } else if quote == nil {
        // An apostrophe in a word, as plain text of YAML has it, opens nothing.
        let isInWord = at > start && self[at - 1].isWord
        if byte == 0x22 || byte == 0x27 && !isInWord { quote = byte }
        if byte == UInt8(ascii: "#")
          || ["//", "/*", "<!--"].contains(where: {
            self[at..<offset].starts(with: $0.utf8)
          })
        {
          return true
        }
      }
    }
    return false
  }
}
