extension Suppressions {
  /// Reads the comments of any text: a source, or the settings of a project. A format without
  /// comments, such as JSON, has none.
  init(_ bytes: [UInt8], ofFile path: TreePath) {
    guard bytes.contains(bytesOf: Self.mark), let style = CommentStyle(bytes, of: path) else {
      self.init(bytes) { _ in false }
      return
    }
    switch style {
    case .tokens(let syntax): self.init(bytes, Lexer(bytes, syntax).tokens)
    case .markup:
      var comments = MarkupComments(bytes)
      self.init(bytes) { comments.contain($0) }
    }
  }
}

/// How a kind of file writes comments.
private enum CommentStyle {
  /// As a language does that a lexer reads.
  case tokens(LexicalSyntax)
  /// `<!-- … -->`
  case markup

  /// nil for a format without comments.
  init?(_ bytes: [UInt8], of path: TreePath) {
    let suffix = path.suffix
    if let language = SourceLanguage(suffix: suffix) {
      self = .tokens(language.syntax)
    } else if suffix == "gradle" {
      // Dart has the quotation marks of Groovy.
      self = .tokens(.dart)
    } else if ["json", "apns", "xcstrings"].contains(suffix) {
      // Expo reads its settings as JSON5; all others are JSON.
      guard ExpoConfiguration.dataFiles.contains(path.name) else { return nil }
      self = .tokens(.javaScript)
    } else if suffix != "php", bytes.first(where: { $0 > 0x20 }) == UInt8(ascii: "<") {
      self = .markup
    } else if ["pbxproj", "plist", "strings"].contains(suffix) {
      // Xcode's project and property lists of the old kind have the comments of C.
      self = .tokens(.objectiveC)
    } else {
      // Ruby has the quotation marks and the comments of shells, YAML and Elixir.
      let language = SourceLanguage(ofServer: suffix) ?? .ruby
      self = .tokens(language == .text ? .ruby : language.syntax)
    }
  }
}

/// The comments of XML, found one after the other.
private struct MarkupComments {
  private let bytes: [UInt8]
  /// The comment that was found last, from the end of its first mark to that of its last.
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
