import Foundation

/// A part of a Markdown file that a measure generates.
enum ReadMe {
  /// Replaces the text between the comments `<!-- bench: name -->` and `<!-- end of bench -->`.
  static func replace(_ name: String, in path: String, with text: String) throws {
    let url = URL(fileURLWithPath: path)
    let content = try String(contentsOf: url, encoding: .utf8)
    guard let start = content.range(of: "<!-- bench: \(name) -->\n"),
      let end = content.range(
        of: "<!-- end of bench -->", range: start.upperBound..<content.endIndex)
    else { throw RunFailure(description: "\(path) has no marks for \(name)") }
    let whole = content[..<start.upperBound] + "\n\(text)\n\n" + content[end.lowerBound...]
    try Data(whole.utf8).write(to: url)
  }
}
