import Foundation
import TestSupport
import Testing

@Suite("The version: number, commit and date")
struct VersionTests {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  @Test("A program that was not packaged says so")
  func development() throws {
    let result = try Tool.tocsin().run(["--version"])
    #expect(result.status == 0)
    let words = result.text.split(separator: " ", maxSplits: 2)
    #expect(words.first == "tocsin" && words.last == "(development build)\n")
    #expect(words[1].split(separator: ".").compactMap { Int($0) }.count == 3)
  }

  @Test("Packaging writes the commit and its date, and nothing else, into a finished program")
  func stamped() throws {
    let folder = try TemporaryFolder()
    let program = folder.path("tocsin")
    try FileManager.default.copyItem(atPath: try Tool.tocsin().path, toPath: program)
    let stamp = Self.root.appending(path: "Packaging/stamp").path
    #expect(try Tool.python.run([stamp, program, "0123abcd, 2026-11-22"]).status == 0)
    let version = try Tool("env").run([program, "--version"])
    #expect(version.text.hasSuffix(" (0123abcd, 2026-11-22)\n"))
    let differing = try Tool("cmp").run(["-l", try Tool.tocsin().path, program])
    #expect(differing.text.split(separator: "\n").count == "0123abcd, 2026-11-22".utf8.count)
    // There is no place for a second commit.
    #expect(try Tool.python.run([stamp, program, "4567"]).status == 1)
  }

  @Test("A report bears the number alone")
  func report() throws {
    let work = try Workplace()
    let number = try #require(
      try Tool.tocsin().run(["--version"]).text.split(separator: " ").dropFirst().first)
    let report = try work.tocsin("preflight", "in.wav", "--output", "sarif")
    #expect(report.text.contains("\"semanticVersion\": \"\(number)\""))
  }
}
