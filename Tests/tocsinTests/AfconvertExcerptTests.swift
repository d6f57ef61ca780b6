import AudioFormats
import TestSupport
import Testing

@Suite("afconvert --offset, --prime-override and --no-filler")
struct AfconvertExcerptTests {
  private let work: AfconvertWorkplace

  init() throws { work = try AfconvertWorkplace() }

  /// A sound of 10000 frames: its name, and all its samples as they are decoded.
  private func source(_ name: String, _ format: String) throws -> [Double] {
    try work.folder.write(
      PlainWAVE.integers(AfconvertWorkplace.sine(frames: 10_000, channels: 2), channelCount: 2),
      to: "long.wav")
    if name.hasSuffix(".flac") {
      _ = try work.run("sox", "long.wav", name)
    } else {
      try work.convert("long.wav", name, "-d", format)
    }
    try work.convert(name, "whole.wav", "-d", "LEF64")
    return try work.floats("whole.wav")
  }

  @Test(
    "--offset starts at that frame, to the sample",
    arguments: [("x.caf", "BEI16"), ("x.aifc", "ulaw"), ("x.caf", "ima4"), ("x.flac", "")],
    [0, 1, 64, 4_097, 9_999])
  func offset(source name: (String, String), frames: Int) throws {
    let whole = try source(name.0, name.1)
    try work.convert(name.0, "out.wav", "-d", "LEF64", "--offset", "\(frames)")
    #expect(try work.describe("out.wav").validFrames == Int64(10_000 - frames))
    #expect(difference(try work.floats("out.wav"), Array(whole[(2 * frames)...])) == nil)
  }

  @Test(
    "An offset at or after the end is an error, and the old output stays",
    arguments: ["4410", "99999"])
  func offsetAtEnd(frames: String) throws {
    try work.folder.write([1, 2, 3], to: "out.caf")
    let result = try work.afconvert("in.wav", "out.caf", "-d", "ima4", "--offset", frames)
    #expect(result.status == 1)
    #expect(result.errors.contains("nothing is left of in.wav, which has 0.100 s"))
    #expect(try work.folder.bytes(of: "out.caf") == [1, 2, 3])
  }

  @Test("Packets cannot be copied from the middle of a sound")
  func offsetOfCopy() throws {
    let result = try work.afconvert("in.wav", "out.caf", "-d", "0", "--offset", "10")
    #expect(result.status == 1)
    #expect(result.errors.contains("-d 0 copies packets untouched"))
    #expect(try work.folder.names() == ["in.wav"])
  }

  @Test("Priming that is longer than the sound is an error")
  func primingOnly() throws {
    _ = try source("x.caf", "ima4")
    let decoded = try work.afconvert(
      "x.caf", "out.wav", "-d", "LEF64", "--prime-override", "20000", "-1")
    #expect(decoded.status == 1 && decoded.errors.contains("nothing is left of x.caf"))
    #expect(try !work.folder.names().contains("out.wav"))
  }

  @Test(
    "--prime-override says what is priming and what is padding; -1 keeps what the file says",
    arguments: [
      (0, 0, 0..<10_048), (-1, -1, 0..<10_000), (100, -1, 100..<10_000),
      (-1, 100, 0..<9_948), (2_000, 48, 2_000..<10_000),
    ])
  func priming(priming: Int, remainder: Int, expected: Range<Int>) throws {
    _ = try source("x.caf", "ima4")
    // All frames of all packets: 157 of 64, decoded by a table that calls them all sound.
    try work.convert("x.caf", "all.wav", "-d", "LEF64", "--prime-override", "0", "0")
    let all = try work.floats("all.wav")
    #expect(all.count == 2 * 10_048)
    let result = try work.afconvert(
      "x.caf", "out.wav", "-d", "LEF64", "--prime-override", "\(priming)", "\(remainder)")
    #expect(result.status == 0)
    let part = Array(all[(2 * expected.lowerBound)..<(2 * expected.upperBound)])
    #expect(difference(try work.floats("out.wav"), part) == nil)
  }

  @Test(
    "--no-filler puts the audio directly after the header, and other programs read the same",
    arguments: [
      ("x.caf", "BEI16"), ("x.caf", "LEI24"), ("x.caf", "ima4"), ("x.wav", "LEI16"),
      ("x.wav", "UI8"), ("x.wav", "LEF32"), ("x.wav", "ulaw"), ("x.aiff", "BEI16"),
      ("x.aiff", "BEI24"), ("x.aifc", "ima4"), ("x.aifc", "alaw"), ("x.aifc", "BEF64"),
    ], [1, 2])
  func noFiller(format: (name: String, coding: String), channels: Int) throws {
    let options = [format.name, "-d", format.coding, "-c", "\(channels)"]
    let filled = "filled-" + format.name
    try work.convert(["in.wav", filled] + options.dropFirst())
    try work.convert(["in.wav"] + options + ["--no-filler"])
    let sound = try work.describe(format.name)
    #expect(try work.describe(filled).audioBytes.lowerBound == 4_096)
    #expect(sound.audioBytes.lowerBound < 256)
    #expect(sound.irregularities.isEmpty)
    #expect(!sound.chunks.contains { $0.id == "free" || $0.id == "FLLR" })
    for (chunk, next) in zip(sound.chunks, sound.chunks.dropFirst()) {
      let gap = next.position - chunk.payload.upperBound
      #expect(gap == 0 || (gap == 1 && sound.container != .caf), "\(next.id)")
    }
    #expect(try work.audio(format.name) == work.audio(filled))
    let outputs = ["a.raw", "b.raw"]
    _ = try work.run(
      "ffmpeg", "-v", "error", "-i", format.name, "-i", filled, "-map", "0", "-f", "s32le",
      outputs[0], "-map", "1", "-f", "s32le", outputs[1])
    let decoded = try outputs.map { try work.folder.bytes(of: $0) }
    #expect(!decoded[0].isEmpty && decoded[0] == decoded[1])
  }
}
