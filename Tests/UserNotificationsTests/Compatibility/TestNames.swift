import Foundation

/// The names of all tests, read from their sources.
struct TestNames {
  /// Also what rows of tables are about that begin with the number of a rule.
  let all: Set<String>
  private let numbered: [String: Set<String>]

  init(in folder: URL) throws {
    var names: Set<String> = []
    let files = FileManager.default.enumerator(atPath: folder.path)
    while let path = files?.nextObject() as? String {
      guard path.hasSuffix(".swift"), !path.contains("Fixtures") else { continue }
      let text = try String(contentsOf: folder.appending(path: path), encoding: .utf8)
      for match in text.matches(of: /@Test\(\s*"((?:[^"\\]|\\.)*)"/) {
        names.insert(String(match.1).replacingOccurrences(of: "\\\"", with: "\""))
      }
      // Rows of a table: the rules, then what the row is about.
      for match in text.matches(of: /"([A-I][0-9]+(?:[,–] ?[A-I][0-9]+)*)",\s*"([^"\\]+)"/) {
        names.insert("\(match.1): \(match.2)")
      }
    }
    all = names
    numbered = names.reduce(into: [:]) { numbered, name in
      for number in Self.numbers(of: name) { numbered[number, default: []].insert(name) }
    }
  }

  /// Sorted.
  func names(showing number: String) -> [String] { (numbered[number] ?? []).sorted() }

  /// `B18–B20, C37: …` shows four rules.
  static func numbers(of name: String) -> [String] {
    let head = name.prefix { $0 != ":" }
    guard head.wholeMatch(of: /[A-I][0-9]+(?:[,–] ?[A-I][0-9]+)*/) != nil else { return [] }
    return head.split(separator: ",").flatMap { part in
      let ends = part.split(separator: "–").map { $0.drop { $0 == " " } }
      guard let letter = ends.first?.first, let first = ends.first.flatMap({ Int($0.dropFirst()) }),
        let last = ends.last.flatMap({ Int($0.dropFirst()) }), first <= last
      else { return [String]() }
      return (first...last).map { "\(letter)\($0)" }
    }
  }
}
