import AlertSounds
import AudioFormats
import Files
import TestSupport
import Testing

@Suite("The duration of MP3 and AAC, which is not decoded")
struct CodedDurationTests {
  /// - Returns: a file that ffmpeg makes of a tone of this many seconds.
  private static func coded(
    _ seconds: Double, _ name: String, _ options: [String], in folder: TemporaryFolder
  ) throws -> String {
    let path = folder.path(name)
    let tone = "sine=frequency=440:duration=\(seconds)"
    try Peer.ffmpeg.run(
      ["-nostdin", "-v", "error", "-y", "-f", "lavfi", "-i", tone] + options + [path])
    return path
  }

  @Test(
    "It is that of the sound, within a few frames",
    arguments: [
      ("a.mp3", ["-b:a", "128k"]), ("b.mp3", ["-q:a", "2", "-ar", "22050"]),
      ("c.mp3", ["-b:a", "16k", "-ar", "8000"]),
      ("d.mp3", ["-metadata", "title=Bell", "-ac", "2"]),
      ("e.aac", ["-c:a", "aac"]), ("f.m4a", ["-c:a", "aac"]),
      ("g.m4a", ["-c:a", "alac", "-movflags", "+faststart"]),
    ])
  func known(name: String, options: [String]) throws {
    let folder = try TemporaryFolder()
    let path = try Self.coded(7.5, name, options, in: folder)
    let source = try FileSource(path: path)
    guard case .foreign(let kind) = ContentProbe(try source.bytes(at: 0, count: 40)) else {
      Issue.record("\(name) is not known")
      return
    }
    let seconds = try #require(CodedDuration.seconds(of: kind, in: source))
    #expect((7.5...7.8).contains(seconds), "\(name): \(seconds)")
  }

  @Test("A long one is no alert sound", arguments: ["a.mp3", "a.aac", "a.m4a"])
  func long(name: String) throws {
    let folder = try TemporaryFolder()
    for seconds in [29.0, 31.0] {
      let path = try Self.coded(seconds, name, [], in: folder)
      let report = SoundValidator().validate(path: path)
      #expect(report.findings.contains { $0.rule == "duration" } == (seconds > 30))
      #expect(report.findings.contains { $0.rule == "container" })
    }
  }

  @Test(
    "What is damaged, cut off or made up ends",
    arguments: [
      [UInt8](), [0xFF], [0xFF, 0xFB], Array("ID3".utf8), [0xFF, 0xFB, 0x00, 0x00],
      Array("ID3".utf8) + [4, 0, 0, 0x7F, 0x7F, 0x7F, 0x7F], [UInt8](repeating: 0xFF, count: 4_096),
      [0, 0, 0, 8] + Array("moov".utf8), [0, 0, 0, 1] + Array("moov".utf8) + [0xFF, 0xFF, 0xFF],
      [0, 0, 0, 16] + Array("moov".utf8) + [0, 0, 0, 8] + Array("mvhd".utf8),
      [0, 0, 0, 0] + Array("moov".utf8),
    ])
  func hostile(bytes: [UInt8]) {
    for kind in [ForeignKind.mp3, .adts, .mpeg4, .flac] {
      #expect((CodedDuration.seconds(of: kind, in: MemorySource(bytes)) ?? 0) < 1)
    }
  }

  @Test("A file that is cut off counts up to there")
  func cut() throws {
    let folder = try TemporaryFolder()
    let path = try Self.coded(8, "a.mp3", ["-b:a", "128k"], in: folder)
    let bytes = try FileSource(path: path).bytes(at: 0, count: 1 << 20)
    let half = MemorySource(Array(bytes.prefix(bytes.count / 2)))
    let seconds = try #require(CodedDuration.seconds(of: .mp3, in: half))
    #expect((3.8...4.2).contains(seconds))
  }

  @Test("Of an MPEG-4 file 64 boxes are looked at", arguments: [(62, true), (63, nil)])
  func boxes(before: Int, isOptimized: Bool?) {
    let free = Array(repeating: [0, 0, 0, 8] + Array("free".utf8), count: before).joined()
    let bytes = ["moov", "mdat"].reduce(Array(free)) { $0 + [0, 0, 0, 8] + Array($1.utf8) }
    #expect(MPEG4Boxes(MemorySource(bytes)).isOptimized == isOptimized)
  }
}
