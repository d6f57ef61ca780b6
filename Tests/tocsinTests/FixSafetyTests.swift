import Foundation
import TestSupport
import Testing

@Suite("tocsin fix --write loses nothing that cannot be had back")
struct FixSafetyTests {
  /// A folder with `p/aiff.caf`, which a conversion fixes.
  private func workplace() throws -> PreflightWorkplace {
    let work = try PreflightWorkplace()
    try FileManager.default.createDirectory(
      at: work.folder.url("p"), withIntermediateDirectories: true)
    try work.ffmpeg(["-f", "aiff", "p/aiff.caf"])
    return work
  }

  private func git(_ arguments: String..., in work: PreflightWorkplace) throws {
    let identity = ["-c", "user.name=t", "-c", "user.email=t@example.org"]
    let result = try Tool("git").run(identity + arguments, in: work.folder.url("p"))
    try #require(result.status == 0, "\(result.errors)")
  }

  @Test("What is not committed is replaced by choice alone")
  func uncommitted() throws {
    let work = try workplace()
    try git("init", "-q", in: work)
    let before = try work.folder.bytes(of: "p/aiff.caf")
    let refused = try work.tocsin("fix", "p", "--write", "--no-config")
    #expect(refused.status == 1)
    #expect(refused.errors.contains("--allow-dirty"))
    #expect(try work.folder.bytes(of: "p/aiff.caf") == before)
    let done = try work.tocsin("fix", "p", "--write", "--no-config", "--allow-dirty")
    #expect(done.status == 0, "\(done.errors)")
    #expect(try work.folder.bytes(of: "p/aiff.caf") != before)
  }

  @Test("What is committed is replaced, and the way back is told")
  func committed() throws {
    let work = try workplace()
    try git("init", "-q", in: work)
    try git("add", "-A", in: work)
    try git("commit", "-q", "-m", "x", in: work)
    let before = try work.folder.bytes(of: "p/aiff.caf")
    let done = try work.tocsin("fix", "p", "--write", "--no-config")
    #expect(done.status == 0, "\(done.errors)")
    // The repository is below the working folder.
    let line = try #require(
      done.errors.split(separator: "\n").first { $0.hasPrefix("Undo with: ") })
    let undone = try Tool("sh").run(
      ["-c", String(line.dropFirst("Undo with: ".count))], in: work.folder.url)
    #expect(undone.status == 0, "\(undone.errors)")
    #expect(try work.folder.bytes(of: "p/aiff.caf") == before)
    let inside = try work.run(["fix", "--write", "--no-config"], in: "p")
    #expect(inside.errors == "Undo with: git checkout -- aiff.caf\n")
  }

  @Test("A link that leads out of the folder is left alone; named itself, it is followed")
  func link() throws {
    let work = try workplace()
    try work.ffmpeg(["-f", "aiff", "outside.caf"])
    let before = try work.folder.bytes(of: "outside.caf")
    try FileManager.default.createSymbolicLink(
      atPath: work.folder.path("p/link.caf"), withDestinationPath: "../outside.caf")
    let plan = try work.tocsin("fix", "p", "--no-config")
    #expect(plan.text.contains("left p/link.caf [name]: a link leads out of the folder"))
    #expect(!plan.text.contains("would repair p/link.caf"))
    let result = try work.tocsin("fix", "p", "--write", "--no-config")
    #expect(result.text.contains("left p/link.caf [name]: a link leads out of the folder"))
    #expect(try work.folder.bytes(of: "outside.caf") == before)
    let named = try work.tocsin("fix", "p/link.caf", "--write", "--no-config")
    #expect(named.status == 0, "\(named.errors)")
    #expect(try work.folder.bytes(of: "outside.caf") != before)
  }

  @Test("The plan is there as JSON")
  func json() throws {
    let work = try workplace()
    let result = try work.tocsin("fix", "p", "--json", "--no-config")
    #expect(result.text.contains("\"file\" : \"p/aiff.caf\""))
  }
}
