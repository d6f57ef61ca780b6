import AudioFormats
import Files
import Foundation
import Glibc
import TestSupport
import Testing

@testable import AudioImport

@Suite("A program in ffmpeg's place that misbehaves is ended, and nothing of it stays")
struct HostileProgramTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write([UInt8](repeating: 7, count: 10), to: "sound")
  }

  /// A decoder that runs `script` in ffmpeg's place; `pid` gets its number.
  /// - Parameter silence: how long it may say nothing; a busy machine may need seconds for its start.
  private func decoder(
    _ script: String, frames: Int64? = nil, silence: Duration = .seconds(120)
  ) throws -> FFmpegDecoder {
    let path = try folder.install(
      "#!/bin/sh\necho $$ > '\(folder.path("pid"))'\n\(script)\n", as: "ffmpeg")
    var job = FFmpegDecoder.Job(sampleRate: 44_100, channelCount: 1, frameCount: frames)
    job.program = path
    job.limits.silence = silence
    // The script notes its number in a file, which a decoder need not.
    job.limits.fileSize = 4_096
    return try FFmpegDecoder(try FileSource(path: folder.path("sound")), job)
  }

  private func drain(_ decoder: FFmpegDecoder) throws(ImportError) -> Int {
    var buffer = PCMBuffer(channelCount: 1)
    var frames = 0
    repeat {
      try decoder.read(into: &buffer)
      frames += buffer.frameCount
    } while buffer.frameCount > 0
    return frames
  }

  /// Waits until no process has the number that the script wrote: neither running nor a zombie.
  private func expectGone() throws {
    let text = String(decoding: try folder.bytes(of: "pid"), as: UTF8.self)
    let process = try #require(Int32(text.trimmingCharacters(in: .whitespacesAndNewlines)))
    try waitUntil("process \(process) goes") { kill(process, 0) != 0 && errno == ESRCH }
  }

  @Test(
    "One that hangs is ended with all that it started",
    arguments: [
      "sleep 1000", "exec sleep 1000", "sleep 1000 & wait", "trap '' TERM INT; sleep 1000",
    ])
  func hangs(script: String) throws {
    let decoder = try decoder(script, silence: .seconds(4))
    #expect(throws: ImportError.tookTooLong) { try drain(decoder) }
    try expectGone()
  }

  @Test("One that talks without end, and gives nothing, is ended")
  func talks() throws {
    let decoder = try decoder("while :; do echo error >&2; done", silence: .seconds(4))
    #expect(throws: ImportError.tookTooLong) { try drain(decoder) }
    try expectGone()
  }

  @Test("Output without end stops at what a file of that size can hold")
  func endless() throws {
    let decoder = try decoder("exec cat /dev/zero")
    #expect(throws: ImportError.tooMuch) { try drain(decoder) }
    try expectGone()
  }

  @Test("Output beyond the length that is known is padding")
  func padding() throws {
    #expect(try drain(try decoder("exec cat /dev/zero", frames: 5_000)) == 5_000)
    try expectGone()
  }

  @Test(
    "One that crashes or fails midway is an error",
    arguments: [
      ("head -c 80000 /dev/zero; kill -SEGV $$", "status 139"),
      ("head -c 80000 /dev/zero; echo 'it broke' >&2; exit 3", "it broke"),
    ])
  func crashes(script: String, words: String) throws {
    let decoder = try decoder(script)
    #expect(throws: ImportError.notRead(words)) { try drain(decoder) }
    try expectGone()
  }

  @Test("One that ends too early is an error, though it says that all is well")
  func short() throws {
    let decoder = try decoder("head -c 80000 /dev/zero", frames: 44_100)
    #expect(throws: ImportError.notRead("10000 of 44100 frames are there")) { try drain(decoder) }
  }

  @Test("One that is let go of before its end is gone")
  func forgotten() throws {
    do {
      let decoder = try decoder("exec cat /dev/zero", frames: 1 << 40)
      var buffer = PCMBuffer(channelCount: 1)
      try decoder.read(into: &buffer)
      #expect(buffer.frameCount > 0)
    }
    try expectGone()
  }

  @Test("It sees no variable, no descriptor and no folder of ours")
  func environment() throws {
    let seen = folder.path("seen")
    let script = "{ env; ls /proc/self/fd; } > '\(seen)'"
    #expect(try drain(try decoder(script)) == 0)
    let lines = String(decoding: try folder.bytes(of: "seen"), as: UTF8.self).split(separator: "\n")
    let names = lines.filter { $0.contains("=") }.compactMap { $0.split(separator: "=").first }
    let shells: Set<Substring> = ["PWD", "OLDPWD", "SHLVL", "_"]
    #expect(Set(names).subtracting(shells) == ["PATH", "LC_ALL", "AV_LOG_FORCE_NOCOLOR"])
    // 0, 1, 2, 3, and the folder that `ls` reads.
    #expect(lines.count { Int($0) != nil } <= 5, "\(lines)")
  }

  @Test("A hundred runs leave no descriptor open")
  func descriptors() throws {
    func open() throws -> Int {
      try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
    }
    let before = try open()
    for _ in 0..<100 { #expect(try drain(try decoder("head -c 8 /dev/zero")) == 1) }
    // Other tests open some meanwhile; each run would leave two at least.
    #expect(try open() < before + 100)
  }

  @Test("A program that is not there is an error")
  func missing() throws {
    var job = FFmpegDecoder.Job(sampleRate: 44_100, channelCount: 1)
    job.program = folder.path("none")
    let decoder = try FFmpegDecoder(try FileSource(path: folder.path("sound")), job)
    #expect(throws: ImportError.notRead("status 127")) { try drain(decoder) }
  }
}
