import Foundation
import Glibc
import TestSupport
import Testing

@Suite("tocsin fix --write: whatever happens, files are the old ones or the new ones")
struct FixFaultTests {
  /// Pairs of an MP3 file under the name of CAF and a payload in the wrong case.
  private static let count = 6

  private func workplace() throws -> PreflightWorkplace {
    let work = try PreflightWorkplace()
    try work.ffmpeg(["-af", "apad=whole_dur=2", "-c:a", "libmp3lame", "-f", "mp3", "mp3.caf"])
    let mp3 = try work.folder.bytes(of: "mp3.caf")
    for index in 0..<Self.count {
      try work.write(mp3, to: "sounds/\(index).caf")
      try work.write(PreflightWorkplace.payload("DING.wav"), to: "sounds/\(index).apns")
    }
    return work
  }

  @Test(
    "A kill leaves each file whole, and the next run does the rest", .timeLimit(.minutes(20)),
    arguments: [0, 1, Self.count, Self.count + 1, Self.count + 4])
  func kill(afterRepairs repairs: Int) throws {
    let work = try workplace()
    let old = try work.contents()
    let process = try Tool.tocsin().start(
      ["fix", ".", "--write", "--rename", "--no-config"], in: work.folder.url, errors: .null)
    while process.isRunning, try changes(in: work, since: old) < repairs { usleep(500) }
    // Somewhere in the next repair.
    usleep(UInt32.random(in: 0..<20_000))
    process.kill()

    let killed = try work.contents()
    let finished = try work.tocsin("fix", ".", "--write", "--rename", "--no-config")
    #expect(finished.status == 0, "\(finished.text)\(finished.errors)")
    let new = try work.contents()
    // The originals are kept, whole.
    let kept = new.filter { $0.key.contains(".orig") }
    #expect(new.keys.filter { kept[$0] == nil }.sorted() == old.keys.sorted())
    for (path, bytes) in kept {
      #expect(old[path.components(separatedBy: ".orig")[0]] == bytes, "\(path)")
    }
    for (path, bytes) in killed where old[path] != nil {
      #expect(
        bytes == old[path] || bytes == new[path], "\(path) is neither the old nor the new one")
    }
  }

  private func changes(in work: PreflightWorkplace, since old: [String: [UInt8]]) throws -> Int {
    try old.count { try work.folder.bytes(of: $0.key) != $0.value }
  }

  @Test(
    "A folder that may not be written is told for each file, with 1, and nothing changes",
    .needs(Unprivileged.isPossible, "tocsin cannot be run as another user here"))
  func readOnly() throws {
    let work = try workplace()
    let old = try work.contents()
    try Unprivileged.setMode(0o555, of: work.folder.url("sounds"))
    defer { try? Unprivileged.setMode(0o755, of: work.folder.url("sounds")) }
    let result = try Unprivileged.tocsin(
      ["fix", "sounds", "ding.wav", "--write", "--rename"], in: work.folder.url)
    #expect(result.status == 1)
    let lines = result.errors.split(separator: "\n")
    #expect(lines.first?.hasPrefix("There is no undo by Git for ") == true)
    let errors = lines.dropFirst()
    #expect(errors.count == 2 * Self.count)
    #expect(errors.allSatisfy { $0.hasPrefix("Error: sounds/") }, "\(errors)")
    #expect(errors.allSatisfy { $0.hasSuffix("permission denied") }, "\(errors)")
    #expect(try work.contents() == old)
  }

  @Test(
    "One file that cannot be written does not stop the others",
    .needs(Unprivileged.isPossible, "tocsin cannot be run as another user here"))
  func oneOfMany() throws {
    let work = try workplace()
    try work.write(try work.folder.bytes(of: "mp3.caf"), to: "open/mp3.caf")
    try Unprivileged.setMode(0o777, of: work.folder.url("open"))
    try Unprivileged.setMode(0o555, of: work.folder.url("sounds"))
    defer { try? Unprivileged.setMode(0o755, of: work.folder.url("sounds")) }
    let result = try Unprivileged.tocsin(["fix", "sounds", "open", "--write"], in: work.folder.url)
    #expect(result.status == 1)
    #expect(try work.folder.bytes(of: "open/mp3.caf").starts(with: Array("caff".utf8)))
    #expect(result.errors.split(separator: "\n").count { $0.hasPrefix("Error: ") } == Self.count)
  }
}
