import Foundation
import TestSupport
import Testing

/// A descriptor that is closed twice closes somebody else's file: another thread may have been
/// given its number in between.
@Suite(
  "Descriptors: each is closed once, whoever read from it",
  .needs(Facility.traces, "strace is not allowed to trace here"))
struct DescriptorTests {
  /// What the import door is given.
  enum Content: String, CaseIterable, Sendable {
    case wave = "a WAVE of ours"
    case flac = "FLAC"
    case ogg = "Ogg"
    case cutOgg = "cut Ogg"
    case au = "Sun AU"
    case text = "text"
    case nothing

    func make(in folder: TemporaryFolder) throws -> String {
      let wave = try folder.write(PlainWAVE.integers([1, 2, 3]), to: "in.wav")
      switch self {
      case .wave: return wave
      case .text: return try folder.write(Array("no sound".utf8), to: "x.wav")
      case .nothing: return try folder.write([], to: "x.wav")
      case .flac, .ogg, .cutOgg, .au:
        let suffix = self == .au ? "au" : self == .flac ? "flac" : "ogg"
        try Peer.sox.run([wave, folder.path("x.\(suffix)")])
        if self == .cutOgg {
          try folder.write(folder.bytes(of: "x.ogg").prefix(60), to: "x.ogg")
        }
        return folder.path("x.\(suffix)")
      }
    }
  }

  @Test("No close fails", arguments: Content.allCases, [["info"], ["convert", "-d", "ima4"]])
  func noCloseFails(content: Content, command: [String]) throws {
    let folder = try TemporaryFolder()
    let input = try content.make(in: folder)
    let log = folder.path("trace")
    let output = command == ["info"] ? [] : [folder.path("out.caf")]
    let result = try Tool("strace").run(
      ["-f", "-qq", "-o", log, "-e", "trace=close", try Tool.tocsin().path] + command + [input]
        + output)
    #expect(result.status <= 1 && !result.wasKilled)
    let trace = String(decoding: try Data(contentsOf: folder.url("trace")), as: UTF8.self)
    #expect(trace.contains("close("))
    #expect(!trace.contains("EBADF"))
  }
}
