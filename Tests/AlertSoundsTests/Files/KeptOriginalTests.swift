import Files
import Foundation
import TestSupport
import Testing

@Suite("A kept original has a name of its own and the old content")
struct KeptOriginalTests {
  @Test("Each further original gets the next free name, and none is replaced")
  func names() throws {
    let folder = try TemporaryFolder()
    for (content, name) in [([1], "a.orig"), ([2], "a.orig-2"), ([3], "a.orig-3")] as [([UInt8], _)]
    {
      let path = try folder.write(content, to: "a")
      #expect(try keepOriginal(of: path) == folder.path(name))
      try FileManager.default.removeItem(atPath: path)
    }
    #expect(try folder.bytes(of: "a.orig") == [1])
    #expect(try folder.bytes(of: "a.orig-2") == [2])
    #expect(try folder.bytes(of: "a.orig-3") == [3])
  }

  @Test("A missing file is an error, and nothing is made")
  func missing() throws {
    let folder = try TemporaryFolder()
    #expect(throws: FileError.self) { try keepOriginal(of: folder.path("gone")) }
    #expect(try folder.names() == [])
  }

  /// An AIFF-C under the name of a CAF: `tocsin fix` converts it.
  private func misnamed() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let samples = TestSamples.integers(bitDepth: 16, count: 90_000)
    try folder.write(PlainWAVE.integers(samples), to: "in.wav")
    let made = try Tool.tocsin().run(["convert", "in.wav", "in.aiff"], in: folder.url)
    #expect(made.status == 0)
    try folder.write(try folder.bytes(of: "in.aiff"), to: "a.caf")
    return folder
  }

  @Test(
    "Where there are no hard links the original is copied, with its mode",
    .needs(Facility.traces, "strace is not allowed to trace here"))
  func copied() throws {
    let folder = try misnamed()
    let before = try folder.bytes(of: "a.caf")
    try folder.setMode(0o640, of: "a.caf")
    let outcome = try Fault.inject(
      "link", "error=EPERM", into: ["fix", folder.path("a.caf"), "--write", "--no-config"])
    #expect(outcome.injected == 1 && outcome.result.status == 0, "\(outcome.result.errors)")
    #expect(try folder.bytes(of: "a.caf.orig") == before)
    #expect(try folder.bytes(of: "a.caf").starts(with: "caff".utf8))
    let mode = try FileManager.default.attributesOfItem(atPath: folder.path("a.caf.orig"))
    #expect(mode[.posixPermissions] as? Int == 0o640)
  }

  @Test(
    "A repair that fails leaves the file alone under its own name",
    .needs(Facility.traces, "strace is not allowed to trace here"))
  func failed() throws {
    let folder = try misnamed()
    let before = try folder.bytes(of: "a.caf")
    let outcome = try Fault.inject(
      "renameat", "error=EIO:when=1",
      into: ["fix", folder.path("a.caf"), "--write", "--no-config"])
    #expect(outcome.injected == 1 && outcome.result.status == 1)
    #expect(try folder.bytes(of: "a.caf") == before)
    #expect(try folder.names() == ["a.caf", "in.aiff", "in.wav"])
  }
}
