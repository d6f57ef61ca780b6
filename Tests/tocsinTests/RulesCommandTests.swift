import Foundation
import TestSupport
import Testing

@Suite("tocsin rules: a list, and a page for each rule")
struct RulesCommandTests {
  /// What a project may meet, by the severities that README and configuration files speak of.
  private static let known = [
    "android-format": "error", "android-name": "error", "android-twin": "note",
    "android-channel": "warning", "android-channel-missing": "warning",
    "android-channel-sound": "warning", "critical-entitlement": "warning",
    "payload-apple-silent": "warning", "android-shrinking": "warning", "project-unknown": "warning",
    "archive": "error", "banner-duration": "note", "channels": "warning",
    "clipping": "warning", "container": "error", "data-format": "error", "dc-offset": "warning",
    "duration": "error", "empty": "error", "file-size": "error", "file-unreadable": "error",
    "leading-silence": "warning", "loudness": "note", "module-bundle": "note", "name": "error",
    "packets": "error", "payload-malformed": "error", "payload-sound": "warning",
    "project-unreadable": "error", "resource-missing": "error", "sample-rate": "warning",
    "sibling-loudness": "warning", "silence": "warning", "size-saving": "note",
    "sound-duplicate": "error", "sound-ignored": "warning",
    "sound-missing": "error", "sound-unfollowed": "warning", "sound-unshipped": "warning",
    "sound-unused": "note",
    "structure": "error", "suppression-unknown": "warning", "true-peak": "warning",
  ]

  private func pages() throws -> [[String: Any]] {
    let result = try Workplace().tocsin("rules", "--json")
    #expect(result.isQuietSuccess)
    #expect(try result.jsonObject()["version"] as? Int == 1)
    return try result.jsonObject()["rules"] as? [[String: Any]] ?? []
  }

  @Test("The identifiers are stable: each of these is there, with its severity, and no other")
  func identifiers() throws {
    let found = try pages().map { page in
      (page["identifier"] as? String ?? "", page["severity"] as? String ?? "")
    }
    #expect(Dictionary(found) { first, _ in first } == Self.known)
    #expect(found.map(\.0) == Self.known.keys.sorted())
  }

  @Test("The list has a line for each rule, in order")
  func list() throws {
    let result = try Workplace().tocsin("rules")
    #expect(result.isQuietSuccess)
    let lines = result.text.split(separator: "\n").dropFirst()
    #expect(lines.map { $0.prefix { $0 != " " } } == Self.known.keys.sorted().map { $0[...] })
    #expect(
      lines.allSatisfy {
        $0.contains(" error ") || $0.contains(" warning ") || $0.contains(" note ")
      })
  }

  @Test("Every rule has a page that explains it and says how to fix it")
  func explanations() throws {
    let work = try Workplace()
    for page in try pages() {
      let identifier = try #require(page["identifier"] as? String)
      let summary = try #require(page["summary"] as? String)
      let explanation = try #require(page["explanation"] as? String)
      #expect(!summary.hasSuffix(".") && explanation.count > 150, "\(identifier)")
      let fixes = ["To fix it", "is fixed by", "To shorten it", "To save the space"]
      #expect(fixes.contains(where: explanation.contains), "\(identifier) has no way to fix it")
      let result = try work.tocsin("rules", identifier)
      #expect(result.isQuietSuccess)
      #expect(result.text.hasPrefix("\(identifier) ("))
      #expect(result.text.contains(summary) && result.text.contains(explanation))
    }
  }

  @Test("AAC in CAF is called what it is: not promised, and said to play")
  func unpromised() throws {
    let text = try Tool.tocsin().run(["rules", "data-format"]).text.replacing("\n", with: " ")
    #expect(text.contains("Apple does not promise that they play as an alert"), "\(text)")
    #expect(text.contains("report that it plays"), "\(text)")
  }

  @Test("Several rules are explained one after the other, with their limits")
  func several() throws {
    let result = try Workplace().tocsin("rules", "sibling-loudness", "leading-silence")
    #expect(result.isQuietSuccess)
    #expect(result.text.hasPrefix("sibling-loudness (warning)"))
    #expect(result.text.contains("\n\nleading-silence (warning)\n"))
    #expect(result.text.contains("maximum (12 LU): "))
    #expect(result.text.contains("maximum (0.25 s): "))
  }

  @Test("A rule that is not there gives 2, and prints none of the others")
  func unknown() throws {
    let result = try Workplace().tocsin("rules", "silence", "loudnes")
    #expect(result.status == 2 && result.output.isEmpty)
    #expect(result.errors.contains("there is no rule 'loudnes'"))
  }

  @Test("--json and --markdown can be asked about one rule")
  func forms() throws {
    let work = try Workplace()
    let json = try work.tocsin("rules", "clipping", "--json").jsonObject()
    #expect((json["rules"] as? [Any])?.count == 1)
    let markdown = try work.tocsin("rules", "--markdown")
    #expect(markdown.isQuietSuccess)
    for identifier in Self.known.keys {
      #expect(markdown.text.contains("\n## \(identifier)\n"))
      #expect(markdown.text.contains("| [\(identifier)](#\(identifier)) |"))
    }
  }
}
