import AlertSounds
import Foundation
import TestSupport
import Testing

@testable import BundlePreflight

/// The hashes are those that GitHub's upload action gave for the same bytes.
@Suite("The hashes by which GitHub knows lines again")
struct LineHashTests {
  private func hashes(_ bytes: some Collection<UInt8>) -> [String] {
    let found = LineHashes.hashes(of: Set(1...(bytes.count + 2)), in: bytes)
    return found.keys.sorted().compactMap { found[$0] }
  }

  @Test("are the action's for text without an end of line, and for none")
  func text() {
    #expect(hashes([]) == ["c129715d7a2bc9a3:1"])
    #expect(
      hashes(" a\nb\n  \t\tc\n d".utf8) == [
        "271789c17abda88f:1", "54703d4cd895b18:1", "180aee12dab6264:1", "a23a3dc5e078b07b:1",
      ])
  }

  @Test("are the action's for each kind of line end")
  func lineEnds() {
    #expect(
      hashes(" hello; \t\r\nworld!!!\r\n\n\r  \t\tGreetings\r End\r \n".utf8) == [
        "4cafcef888577256:1", "7a0508b4fe9f1c2d:1", "526626035be3d270:1", "f0a3587648ccd7c6:1",
        "cf7ba312867a9d34:1", "e2ae5eeb5b262026:1", "3c5bef55b72b93c9:1", "c129715d7a2bc9a3:1",
      ])
  }

  @Test("count lines that are equal as far as a hash looks")
  func repeatedLines() {
    let found = hashes(String(repeating: "Lorem ipsum dolor sit amet.\n", count: 10).utf8)
    #expect(found.prefix(6) == (1...6).map { "a7f2ff13bc495cf2:\($0)" }[...])
    #expect(
      found.dropFirst(6) == [
        "a7f2ff1481e87703:1", "a9cf91f7bbf1862b:1", "55ec222b86bcae53:1", "cc97dc7b1d7d8f7b:1",
        "c129715d7a2bc9a3:1",
      ])
  }

  @Test("are of UTF-16, with a byte order mark")
  func unicode() {
    #expect(
      hashes("\u{FEFF}klingel = \"\u{1F514}\"\n// \u{E9}\n".utf8) == [
        "f40d5451647d690d:1", "ea87860aa45dd6f4:1", "c129715d7a2bc9a3:1",
      ])
  }

  @Test("take what is no text for text with replacement characters")
  func binary() {
    let sound = Array("RIFF\u{24}\0\0\0WAVEfmt ".utf8) + (0...255).reversed().map { UInt8($0) }
    #expect(hashes(sound) == ["59a74a9d72f9e17a:1", "4ded2dcca38fb848:1", "1a74d1118a0e13ab:1"])
    let broken: [UInt8] = [
      0xE2, 0x82, 0x41, 0xF0, 0x9F, 0x94, 0xC0, 0xAF, 0xED, 0xA0, 0x80, 0xF4, 0x90, 0x80, 0x80,
      0xFF, 0x0D, 0x0A,
    ]
    #expect(hashes(broken) == ["5717b333d3fdce06:1", "c129715d7a2bc9a3:1"])
  }

  @Test("stand in the SARIF report beside Tocsin's own name, where the file can be read")
  func report() throws {
    let folder = try PreflightFolder()
    let text = try folder.write(" a\nb\n  \t\tc\n d", to: "a.apns")
    let sound = try folder.write(
      Array(repeating: 0x20, count: 70_000) + Array("x".utf8), to: "blank.caf")
    let findings = [
      SampleReport.finding("r", .error, "m", file: text, line: 3),
      SampleReport.finding("r", .error, "m", file: text, line: 9),
      SampleReport.finding("r", .error, "m", file: sound),
      SampleReport.finding("r", .error, "m", file: sound + ".gone"),
      SampleReport.finding("r", .error, "m", file: folder.folder.url("").path),
    ]
    let report = ReportFormat.sarif.text(
      PreflightReport(inputs: [], sounds: [], findings: findings))
    let names = report.split(separator: "\n").filter { $0.contains("\"ruleId\"") }.map {
      $0.firstRange(of: "\"primaryLocationLineHash\": \"").map { [line = $0] in
        String(line[$0.upperBound...].prefix { $0 != "\"" })
      }
    }
    #expect(report.split(separator: "\"tocsin/v1\"").count == 6)
    #expect(names.compactMap(\.self) == ["180aee12dab6264:1", hashes(Array("x".utf8))[0]])
  }

  @Test("are found from a folder below the repository's top")
  func belowTop() throws {
    let folder = try PreflightFolder()
    try folder.write("", to: "repository/.git/HEAD")
    try folder.write(PreflightFolder.tone(seconds: 31), to: "repository/app/long.wav")
    let result = try Tool.tocsin().run(
      ["preflight", ".", "--output", "sarif", "--no-config"],
      in: folder.folder.url("repository/app"), environment: ["GITHUB_ACTIONS": ""])
    #expect(result.text.contains("\"uri\": \"app/long.wav\""))
    #expect(result.text.contains("primaryLocationLineHash"))
  }
}
