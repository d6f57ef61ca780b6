import AlertSounds
import AudioFormats
import Foundation
import TestSupport
import Testing

@Suite("Pages: every rule is explained")
struct RulePageTests {
  /// Everything that the fixtures and the sounds with a flaw have in them.
  private static func allFindings() throws -> [Finding] {
    let folder = try TemporaryFolder()
    let written = try ShapeCase.all.enumerated().map { index, shape in
      try ShapeCase.write(shape.bad(), "\(index).wav", in: folder)
    }
    let paths = FixtureManifest.entries.map(\.path) + written + [folder.path("missing.caf")]
    return paths.flatMap { SoundValidator(.allRules).validate(path: $0).findings }
  }

  @Test("Every rule that finds something has a page, and every page a rule that does")
  func complete() throws {
    let found = Set(try Self.allFindings().map(\.rule))
    // The fixtures are small; a large file has tests of its own.
    #expect(Set(SoundRules.all.map(\.identifier)) == found.union(["file-size"]))
    #expect(SoundRules.all.count == Set(SoundRules.all.map(\.identifier)).count)
  }

  @Test("No finding is worse than its page says")
  func severities() throws {
    let worst = Dictionary(
      uniqueKeysWithValues: SoundRules.all.map { ($0.identifier, $0.severity) })
    for finding in try Self.allFindings() {
      let severity = try #require(worst[finding.rule])
      #expect(finding.severity <= severity, "[\(finding.rule)] \(finding.message)")
    }
  }

  @Test(
    "A page is one page of Markdown with a command", arguments: SoundRules.all.map(\.identifier))
  func form(of rule: String) throws {
    let page = try #require(SoundRules.all.first { $0.identifier == rule })
    let lines = page.explanation.split(separator: "\n", omittingEmptySubsequences: false)
    #expect((8...22).contains(lines.count), "\(lines.count) lines")
    #expect(lines.allSatisfy { $0.count <= 100 && !$0.hasPrefix("#") && $0.last != " " })
    #expect(page.explanation.contains("\n    tocsin "))
    #expect(page.identifier.wholeMatch(of: /[a-z]+(-[a-z]+)*/) != nil)
    #expect(!page.summary.isEmpty && page.summary.last != ".")
  }

  @Test("The limits that can be set are known")
  func limits() {
    let listed = SoundRules.all.flatMap { rule in
      rule.limits.map { "\(rule.identifier).\($0.name)" }
    }
    let known: Set = [
      "file-size.maximum", "loudness.minimum", "loudness.maximum", "true-peak.maximum",
      "clipping.maximum", "leading-silence.maximum", "dc-offset.maximum",
      "banner-duration.maximum", "size-saving.minimum",
    ]
    #expect(Set(listed) == known)
  }
}
