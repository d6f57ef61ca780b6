import AlertSounds
import Foundation
import Testing

@testable import BundlePreflight

@Suite("The SARIF report")
struct SARIFReportTests {
  private struct Log: Decodable {
    struct Run: Decodable {
      let tool: Tool
      let results: [Result]
      let columnKind: String
    }

    struct Tool: Decodable {
      struct Driver: Decodable { let rules: [Rule] }
      struct Rule: Decodable {
        let id: String
        let helpUri: String?
      }
      let driver: Driver
    }

    struct Result: Decodable {
      struct Message: Decodable { let text: String }
      struct Location: Decodable { let physicalLocation: Physical }
      struct Physical: Decodable {
        struct Artifact: Decodable {
          let uri: String
          let uriBaseId: String?
        }
        let artifactLocation: Artifact
        let region: Region?
      }
      struct Region: Decodable, Equatable {
        var startLine: Int?
        var startColumn: Int?
        var byteOffset: Int?
      }

      let ruleId: String
      let ruleIndex: Int
      let level: String
      let message: Message
      let locations: [Location]
      let partialFingerprints: [String: String]
      struct Fix: Decodable {
        struct Change: Decodable {
          struct Replacement: Decodable {
            struct Deleted: Decodable, Equatable {
              let startLine: Int
              let startColumn: Int
              let endColumn: Int
            }
            let deletedRegion: Deleted
            let insertedContent: Message
          }
          let artifactLocation: Physical.Artifact
          let replacements: [Replacement]
        }
        let artifactChanges: [Change]
      }
      let fixes: [Fix]?

      var place: Physical { locations[0].physicalLocation }
    }

    let runs: [Run]
  }

  private func run(_ findings: [PreflightFinding]) throws -> Log.Run {
    let report = PreflightReport(inputs: [], sounds: [], findings: findings)
    let text = ReportFormat.sarif.text(report)
    return try JSONDecoder().decode(Log.self, from: Data(text.utf8)).runs[0]
  }

  @Test("points each result at its rule, also at one without a page")
  func rules() throws {
    let run = try run(SampleReport.report.findings)
    let rules = run.tool.driver.rules.map(\.id)
    #expect(rules.prefix(3) == ["duration", "sound-missing", "true-peak"])
    #expect(rules.count == Set(rules).count && rules.contains("file-name"))
    #expect(run.results.allSatisfy { rules[$0.ruleIndex] == $0.ruleId })
    #expect(run.columnKind == "unicodeCodePoints")
  }

  @Test("links each rule to its page where there is one")
  func pages() throws {
    var options = ReportOptions(toolVersion: "1", rules: SampleReport.rules)
    func addresses() throws -> [String?] {
      var text = ""
      ReportFormat.sarif.write(
        PreflightReport(inputs: [], sounds: [], findings: []), options: options, to: &text)
      return try JSONDecoder().decode(Log.self, from: Data(text.utf8)).runs[0].tool.driver.rules
        .map(\.helpUri)
    }
    #expect(try addresses().allSatisfy { $0 == nil })
    options.rulesAddress = "https://bells.example/rules.md"
    #expect(try addresses().first == "https://bells.example/rules.md#duration")
    #expect(try addresses().allSatisfy { $0 != nil })
  }

  @Test("names files by relative URI references that give the name back")
  func addresses() throws {
    let files = SampleReport.hostile + ["./a b/x.caf", "ab:c.caf", "~/x"]
    let run = try run(
      files.map { SampleReport.finding("file-name", .note, "odd", file: $0) })
    let uris = run.results.map(\.place.artifactLocation.uri)
    #expect(run.results.allSatisfy { $0.place.artifactLocation.uriBaseId == "%SRCROOT%" })
    #expect(uris.allSatisfy { $0.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != 0x3A } })
    let names = uris.map { Array(($0.removingPercentEncoding ?? "").utf8) }
    let expected = files.map { $0.hasPrefix("./") ? String($0.dropFirst(2)) : $0 }
    #expect(Set(names) == Set(expected.map { Array($0.utf8) }))
    #expect(uriReference("/srv/a b.caf") == "file:///srv/a%20b.caf")
  }

  @Test("gives a place in text by line, in a sound by byte, and none where none is known")
  func regions() throws {
    let run = try run([
      SampleReport.finding("a", .error, "m", file: "1", line: 4, column: 2),
      SampleReport.finding("a", .error, "m", file: "2", line: 4, byteOffset: 70),
      SampleReport.finding("a", .error, "m", file: "3", byteOffset: 70),
      SampleReport.finding("a", .error, "m", file: "4"),
    ])
    #expect(
      run.results.map(\.place.region) == [
        .init(startLine: 4, startColumn: 2), .init(startLine: 4),
        .init(startLine: 1, byteOffset: 70), .init(startLine: 1),
      ])
  }

  @Test("gives the change of a name where there is one right name, and no other")
  func fixes() throws {
    let advice = Fix.Step.advice("ask for 'ding'")
    let edit = TextEdit(line: 4, column: 7, old: "Ding \u{E9}", new: "ding")
    let run = try run([
      SampleReport.finding("a", .error, "m", fix: Fix(advice), file: "f", line: 4),
      SampleReport.finding(
        "a", .error, "m", fix: Fix(advice, .rename(to: "ding", edit)), file: "g", line: 4,
        column: 6),
    ])
    #expect(run.results[0].fixes == nil)
    let change = try #require(run.results[1].fixes?.first?.artifactChanges.first)
    #expect(change.artifactLocation.uri == "g")
    #expect(change.replacements.first?.insertedContent.text == "ding")
    #expect(
      change.replacements.first?.deletedRegion
        == .init(startLine: 4, startColumn: 7, endColumn: 13))
  }

  @Test("writes braces and links so that they stay text")
  func messages() throws {
    let run = try run([
      SampleReport.finding("a", .note, "{0} and [x](y)", fix: "tell {\u{1B}", file: "f")
    ])
    #expect(
      run.results[0].message.text == "{{0}} and \\[x](y).\nTo fix: tell {{\\u{{1b}}")
  }

  @Test("gives a finding the same fingerprint when it moves, or its numbers change")
  func fingerprints() throws {
    let before = try run([
      SampleReport.finding("duration", .error, "it lasts 31.25 s", file: "a.caf"),
      SampleReport.finding("sound-missing", .error, "no 'x'", file: "p.apns", line: 4),
      SampleReport.finding("sound-missing", .error, "no 'x'", file: "p.apns", line: 9),
      SampleReport.finding("sound-missing", .error, "no 'y'", file: "p.apns", line: 10),
    ])
    let after = try run([
      SampleReport.finding("duration", .error, "it lasts 40 s", file: "a.caf"),
      SampleReport.finding("sound-missing", .error, "no 'x'", file: "p.apns", line: 14),
      SampleReport.finding("sound-missing", .error, "no 'x'", file: "p.apns", line: 19),
      SampleReport.finding("sound-missing", .error, "no 'y'", file: "p.apns", line: 100),
    ])
    #expect(before.results.map(\.partialFingerprints) == after.results.map(\.partialFingerprints))
    #expect(Set(before.results.map(\.partialFingerprints)).count == 4)
    // Pinned: a fingerprint that changes makes every finding a new one.
    #expect(
      before.results[0].partialFingerprints == ["tocsin/v1": "6e35525adf3d9b17f5d26dd174b97f23"])
  }
}
