import Foundation
import TestSupport
import Testing

@Suite("The problem matcher reads the report that is printed")
struct ProblemMatcherTests {
  private struct Document: Decodable {
    struct Matcher: Decodable {
      let owner: String
      let pattern: [Pattern]
    }
    struct Pattern: Decodable {
      let regexp: String
      var file: Int?
      var line: Int?
      var column: Int?
      var severity: Int?
      var code: Int?
      var message: Int?
    }
    let problemMatcher: [Matcher]
  }

  /// What a pattern's groups have in a line; nil where it does not match.
  private func groups(_ pattern: Document.Pattern, _ line: String) throws -> [Int: String]? {
    let expression = try NSRegularExpression(pattern: pattern.regexp)
    let text = line as NSString
    guard
      let match = expression.firstMatch(
        in: line, range: NSRange(location: 0, length: text.length))
    else { return nil }
    return Dictionary(
      uniqueKeysWithValues: (0..<match.numberOfRanges).compactMap { index in
        let range = match.range(at: index)
        return range.location == NSNotFound ? nil : (index, text.substring(with: range))
      })
  }

  @Test("A finding of a text has its place; one of a sound has its file")
  func matches() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let file = root.appending(path: "Packaging/editors/problem-matcher.json")
    let matchers = try JSONDecoder().decode(Document.self, from: Data(contentsOf: file))
      .problemMatcher
    let work = try PreflightWorkplace()
    try work.addError()
    try work.addWarning()
    let lines = try work.tocsin("preflight", ".", "--no-config").text
      .components(separatedBy: "\n")
    let line = matchers[0].pattern[0]
    let places = try lines.compactMap { try groups(line, $0) }.map { found in
      [line.severity, line.code, line.file, line.line, line.column].map { found[$0 ?? 0] ?? "" }
    }
    #expect(places == [["error", "sound-missing", "other.apns", "3", "14"]])
    let (head, rest) = (matchers[1].pattern[0], matchers[1].pattern[1])
    var sounds: [[String]] = []
    for (first, second) in zip(lines, lines.dropFirst()) {
      guard let name = try groups(head, first)?[head.file ?? 0],
        let found = try groups(rest, second)
      else { continue }
      sounds.append([name, found[rest.severity ?? 0] ?? "", found[rest.code ?? 0] ?? ""])
    }
    #expect(sounds.contains(["still.wav", "warning", "silence"]))
  }
}
