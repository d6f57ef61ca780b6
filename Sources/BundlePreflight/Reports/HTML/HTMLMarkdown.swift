import Files

/// The subset of Markdown in the rules' pages: paragraphs, lists, code blocks, code spans and
/// addresses in angle brackets. All other text stays as it was typed.
enum HTMLMarkdown {
  static func write(_ markdown: String, to output: inout some TextOutputStream) {
    var lines = markdown.split(separator: "\n", omittingEmptySubsequences: false)[...]
    while let line = lines.first {
      if line.allSatisfy(\.isWhitespace) {
        lines.removeFirst()
      } else if line.hasPrefix("```") {
        lines.removeFirst()
        writeCode(lines.prefix { !$0.hasPrefix("```") }.map(String.init), to: &output)
        lines = lines.drop { !$0.hasPrefix("```") }.dropFirst()
      } else if line.hasPrefix("    ") {
        let block = lines.prefix { $0.hasPrefix("    ") }
        writeCode(block.map { String($0.dropFirst(4)) }, to: &output)
        lines = lines.dropFirst(block.count)
      } else {
        let block = lines.prefix { !$0.allSatisfy(\.isWhitespace) && !$0.hasPrefix("```") }
        writeText(block, to: &output)
        lines = lines.dropFirst(block.count)
      }
    }
  }

  private static func writeCode(_ lines: [String], to output: inout some TextOutputStream) {
    output.write("<pre><code>\(lines.map(htmlText).joined(separator: "\n"))</code></pre>\n")
  }

  /// A paragraph; from its first item on, a list.
  private static func writeText(
    _ lines: ArraySlice<Substring>, to output: inout some TextOutputStream
  ) {
    let paragraph = lines.prefix { !isItem($0) }
    if !paragraph.isEmpty { output.write("<p>\(inline(paragraph.joined(separator: " ")))</p>\n") }
    var items: [String] = []
    for line in lines.dropFirst(paragraph.count) {
      if isItem(line) {
        items.append(String(line.dropFirst(2)))
      } else {
        items[items.count - 1] += " " + line.drop(while: \.isWhitespace)
      }
    }
    guard !items.isEmpty else { return }
    output.write("<ul>\(items.map { "<li>\(inline($0))</li>" }.joined())</ul>\n")
  }

  private static func isItem(_ line: Substring) -> Bool {
    line.hasPrefix("- ") || line.hasPrefix("* ")
  }

  /// Every second part between backquotes is code; a last one without a closing backquote is not.
  private static func inline(_ text: String) -> String {
    let parts = text.split(separator: "`", omittingEmptySubsequences: false)
    return parts.enumerated().map { index, part in
      if index.isMultiple(of: 2) { return links(part) }
      let isClosed = index < parts.count - 1
      return isClosed ? "<code>\(htmlText(String(part)))</code>" : "`" + htmlText(String(part))
    }.joined()
  }

  /// Text with a link for each address in it, such as `<https://www.rfc-editor.org>`.
  private static func links(_ text: Substring) -> String {
    guard let start = text.firstRange(of: "<https://"),
      let end = text[start.upperBound...].firstIndex(of: ">")
    else { return htmlText(String(text)) }
    let address = htmlText(String(text[text.index(after: start.lowerBound)..<end]))
    return htmlText(String(text[..<start.lowerBound])) + "<a href=\"\(address)\">\(address)</a>"
      + links(text[text.index(after: end)...])
  }
}
