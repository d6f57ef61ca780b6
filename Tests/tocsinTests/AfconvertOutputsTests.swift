import AudioFormats
import TestSupport
import Testing

@Suite("afconvert -o: several outputs in one pass")
struct AfconvertOutputsTests {
  private let work: AfconvertWorkplace

  init() throws {
    work = try AfconvertWorkplace()
    try work.folder.write(
      PlainWAVE.integers(AfconvertWorkplace.sine(channels: 2), channelCount: 2), to: "two.wav")
  }

  private struct Facts: Equatable {
    let container: Container
    let coding: DataFormat.Coding
    let sampleRate: Double
    let channelCount: Int
    let frameCount: Int64?
  }

  private func facts(_ name: String) throws -> Facts {
    let sound = try work.describe(name)
    return Facts(
      container: sound.container, coding: sound.dataFormat.coding,
      sampleRate: sound.dataFormat.sampleRate, channelCount: sound.dataFormat.channelCount,
      frameCount: sound.validFrames)
  }

  @Test("Each output has its own options")
  func ownOptions() throws {
    try work.convert(
      "two.wav", "-o", "a.caf", "-d", "ima4", "-f", "caff", "-o", "b.wav", "-d", "LEI24@22050",
      "-c", "1", "--mix", "-o", "c.aiff", "-f", "AIFF", "-o", "d.aifc", "-d", "ulaw@8000", "-c",
      "1", "--mix", "-o", "e.wav", "-d", "0")
    #expect(
      try facts("a.caf")
        == Facts(
          container: .caf, coding: .ima4, sampleRate: 44_100, channelCount: 2, frameCount: 4_410))
    #expect(
      try facts("b.wav")
        == Facts(
          container: .wave, coding: .linearPCM(.int24(.littleEndian)), sampleRate: 22_050,
          channelCount: 1, frameCount: 2_205))
    #expect(
      try facts("c.aiff")
        == Facts(
          container: .aiff, coding: .linearPCM(.int16(.bigEndian)), sampleRate: 44_100,
          channelCount: 2, frameCount: 4_410))
    #expect(
      try facts("d.aifc")
        == Facts(
          container: .aifc, coding: .uLaw, sampleRate: 8_000, channelCount: 1, frameCount: 800))
    #expect(
      try facts("e.wav")
        == Facts(
          container: .wave, coding: .linearPCM(.int16(.littleEndian)), sampleRate: 44_100,
          channelCount: 2, frameCount: 4_410))
  }

  @Test("Outputs made together are those made one by one")
  func sameAsAlone() throws {
    // Rates and channels that let one output read ahead of another.
    let outputs = [
      ["a.caf", "-d", "ima4"], ["b.wav", "-d", "LEI16@8000", "-c", "1", "--mix"],
      ["c.caf", "-d", "LEF32@96000"], ["d.wav", "-d", "0"], ["e.aifc", "-d", "ima4@48000"],
    ]
    try work.folder.write(
      PlainWAVE.integers(AfconvertWorkplace.sine(frames: 30_000, channels: 2), channelCount: 2),
      to: "two.wav")
    try work.convert(["two.wav"] + outputs.flatMap { ["-o"] + $0 })
    for output in outputs {
      let alone = "alone-" + output[0]
      try work.convert(["two.wav", alone] + output.dropFirst())
      #expect(
        try work.folder.bytes(of: output[0]) == work.folder.bytes(of: alone), "\(output[0])")
    }
  }

  @Test("Options before the first -o hold for all, and one after it for it alone")
  func sharedOptions() throws {
    try work.convert(
      "two.wav", "-d", "LEI16", "-c", "1", "--mix", "--no-filler", "-o", "a.caf", "-o", "b.wav",
      "-d", "LEI24", "-o", "c.wav", "-c", "2")
    #expect(try facts("a.caf").coding == .linearPCM(.int16(.littleEndian)))
    #expect(try facts("b.wav").coding == .linearPCM(.int24(.littleEndian)))
    #expect(try facts("c.wav").coding == .linearPCM(.int16(.littleEndian)))
    #expect(try ["a.caf", "b.wav", "c.wav"].map { try facts($0).channelCount } == [1, 1, 2])
  }

  @Test("Options about the input hold for all, wherever they stand")
  func inputOptions() throws {
    let result = try work.afconvert(
      "-o", "a.caf", "-d", "ima4", "--offset", "410", "-v", "two.wav", "-o", "b.wav", "-d", "LEI16")
    #expect(result.isQuietSuccess)
    #expect(try facts("a.caf").frameCount == 4_000)
    #expect(try facts("b.wav").frameCount == 4_000)
    #expect(
      result.text.split(separator: "\n").filter { $0.hasPrefix("Output file: ") } == [
        "Output file: a.caf, 4000 frames", "Output file: b.wav, 4000 frames",
      ])
  }

  @Test(
    "If one output cannot be made, none is",
    arguments: [
      ["-o", "a.caf", "-d", "ima4", "-o", "nowhere/b.wav", "-d", "LEI16"],
      ["-o", "a.caf", "-d", "ima4", "-o", "b.wav", "-d", "ima4"],
      ["-o", "a.caf", "-d", "ima4", "-o", "two.wav", "-d", "LEI16"],
      ["-o", "a.caf", "-d", "ima4", "-o", "b.wav", "-d", "LEI15"],
      ["-o", "a.caf", "-d", "ima4", "-o", "b.wav"],
    ])
  func allOrNothing(options: [String]) throws {
    let before = try work.folder.bytes(of: "two.wav")
    let result = try work.afconvert(["two.wav"] + options)
    #expect(result.status == 1 || result.status == 2)
    #expect(result.errors.hasPrefix("Error: "))
    #expect(try work.folder.names() == ["in.wav", "two.wav"])
    #expect(try work.folder.bytes(of: "two.wav") == before)
  }
}
