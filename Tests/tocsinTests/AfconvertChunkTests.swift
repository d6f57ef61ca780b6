import AudioFormats
import Files
import Foundation
import TestSupport
import Testing

@Suite("afconvert -t, --generate-hash, --copy-hash and --soundcheck-generate")
struct AfconvertChunkTests {
  private let work: AfconvertWorkplace

  init() throws { work = try AfconvertWorkplace() }

  @Test("-t keeps the source's format and name in the CAF")
  func kept() throws {
    try work.convert("in.wav", "out.caf", "-d", "ima4", "-t")
    // 44100 Hz as a float; lpcm, packed signed integers of 16 bits in mono; WAVE; the name.
    let expected: [UInt8] =
      [0x40, 0xE5, 0x88, 0x80, 0, 0, 0, 0] + Array("lpcm".utf8) + [0, 0, 0, 0x0C, 0, 0, 0, 2]
      + [0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 16, 0, 0, 0, 0] + Array("WAVEin.wav\0".utf8)
    #expect(try work.chunk("srcI", of: "out.caf") == expected)
  }

  @Test(
    "-t restores the format and the name that the CAF tells",
    arguments: ["LEI16", "LEI24@22050", "ulaw", "LEF32"])
  func restored(format: String) throws {
    try work.convert("in.wav", "voice.wav", "-d", format, "-c", "2")
    let before = try work.describe("voice.wav")
    let (bytes, audio) = (try work.folder.bytes(of: "voice.wav"), try work.audio("voice.wav"))
    // BEF64 holds all that these formats do, so the restored file is the same to the byte.
    try work.convert("voice.wav", "kept.caf", "-d", "BEF64", "--tag")
    try FileManager.default.removeItem(at: work.folder.url("voice.wav"))
    try work.convert("kept.caf", "-t")
    #expect(try work.folder.names() == ["in.wav", "kept.caf", "voice.wav"])
    #expect(try work.describe("voice.wav").dataFormat == before.dataFormat)
    #expect(try work.audio("voice.wav") == audio)
    #expect(try work.folder.bytes(of: "voice.wav") == bytes)
  }

  @Test("-t restores to a given name, and beside the CAF where none is given")
  func restoredElsewhere() throws {
    try work.convert("in.wav", "kept.caf", "-d", "ima4", "-t")
    try work.convert("kept.caf", "other.wav", "-t")
    #expect(try work.describe("other.wav").dataFormat.bitsPerChannel == 16)
    try FileManager.default.createDirectory(
      at: work.folder.url("a"), withIntermediateDirectories: false)
    try FileManager.default.moveItem(
      at: work.folder.url("kept.caf"), to: work.folder.url("a/kept.caf"))
    try work.convert("a/kept.caf", "-t")
    #expect(try work.describe("a/in.wav").validFrames == 4_410)
  }

  @Test("`tocsin convert` has the same -t")
  func convert() throws {
    let tool = try Tool.tocsin()
    let kept = try tool.run(
      ["convert", "in.wav", "kept.caf", "-d", "BEF64", "-t"], in: work.folder.url)
    #expect(kept.isQuietSuccess, "\(kept.errors)")
    #expect(try work.chunk("srcI", of: "kept.caf") != nil)
    let audio = try work.audio("in.wav")
    try FileManager.default.removeItem(at: work.folder.url("in.wav"))
    let restored = try tool.run(["convert", "kept.caf", "-t"], in: work.folder.url)
    #expect(restored.isQuietSuccess, "\(restored.errors)")
    #expect(try work.audio("in.wav") == audio)
  }

  @Test("A sound without a tag cannot be restored")
  func withoutTag() throws {
    let result = try work.afconvert("in.wav", "-t")
    #expect(result.status == 1)
    #expect(result.errors.contains("in.wav carries no tag to restore"))
    #expect(try work.folder.names() == ["in.wav"])
  }

  @Test(
    "A tag's name cannot lead out of the folder",
    arguments: ["../evil.wav", "/tmp/evil.wav", "a/b.wav", ".", "..", ""])
  func hostileName(name: String) throws {
    try work.convert("in.wav", "kept.caf", "-d", "ima4", "-t")
    let tag = try #require(try work.chunk("srcI", of: "kept.caf"))
    let format = try DataFormat(.ima4, sampleRate: 44_100, channelCount: 1)
    var options = WriterOptions()
    options.chunks["srcI"] = tag.prefix(44) + Array(name.utf8) + [0]
    var writer = try ContainerWriter(.caf, format, to: MemorySink(), options)
    try writer.write([UInt8](repeating: 0, count: 34))
    try work.folder.write(writer.finish(validFrames: 10).content, to: "kept.caf")
    let result = try work.afconvert("kept.caf", "-t")
    #expect(result.status == 1)
    #expect(result.errors.contains("carries no tag to restore"))
    #expect(try work.folder.names() == ["in.wav", "kept.caf"])
  }

  private func hexadecimal(_ bytes: [UInt8]?) -> String {
    (bytes ?? []).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  @Test(
    "--generate-hash stores the SHA-1 of the source's audio bytes",
    arguments: [("x.wav", "LEI16"), ("x.aiff", "BEI24"), ("x.caf", "ima4"), ("x.aifc", "ulaw")],
    ["0", "BEF32"])
  func hash(source: (name: String, coding: String), output: String) throws {
    try work.convert("in.wav", source.name, "-d", source.coding)
    try work.convert(source.name, "out.caf", "-d", output, "--generate-hash")
    try work.folder.write(try work.audio(source.name), to: "audio")
    let sum = try work.run("sha1sum", "audio").text.prefix(40)
    #expect(hexadecimal(try work.chunk("hash", of: "out.caf")) == sum)
  }

  @Test("--copy-hash copies the hash of the source, and says where there is none")
  func copiedHash() throws {
    try work.convert("in.wav", "a.caf", "-d", "ima4", "--generate-hash")
    try work.convert("a.caf", "b.caf", "-d", "0", "--copy-hash")
    try work.convert("a.caf", "c.caf", "-d", "0")
    let without = try work.afconvert("in.wav", "d.caf", "-d", "ima4", "--copy-hash")
    #expect(without.status == 0)
    #expect(without.errors == "*** warning: in.wav: it carries no hash to copy\n")
    let hash = try work.chunk("hash", of: "a.caf")
    #expect(hash?.count == 20)
    #expect(try work.chunk("hash", of: "b.caf") == hash)
    #expect(try work.chunk("hash", of: "c.caf") == nil)
    #expect(try work.chunk("hash", of: "d.caf") == nil)
  }

  /// The entries of the information chunk.
  private func information(_ name: String) throws -> [String: String] {
    let entries = try work.describe(name).information.map { ($0.key, $0.value) }
    return Dictionary(entries) { first, _ in first }
  }

  @Test("A long name is kept in whole characters, with its extension")
  func longName() throws {
    let long = String(repeating: "ä", count: 60) + ".wav"
    try work.folder.write(try work.folder.bytes(of: "in.wav"), to: long)
    try work.convert(long, "a.caf", "-d", "ima4", "-t")
    try FileManager.default.removeItem(atPath: work.folder.path(long))
    try work.convert("a.caf", "-t")
    // 29 letters of two bytes, and four bytes: no more than 63.
    let restored = String(repeating: "ä", count: 29) + ".wav"
    let names = try work.folder.names()
    #expect(names.contains(restored), "\(names)")
  }

  @Test("What was an RF64 is restored as a WAVE")
  func restoredRF64() throws {
    let made = try Tool("ffmpeg").run(
      ["-v", "error", "-i", "in.wav", "-rf64", "always", "long.wav"], in: work.folder.url)
    #expect(made.status == 0)
    #expect(try work.folder.bytes(of: "long.wav").starts(with: "RF64".utf8))
    try work.convert("long.wav", "a.caf", "-d", "LEI24", "-t")
    try FileManager.default.removeItem(atPath: work.folder.path("long.wav"))
    try work.convert("a.caf", "-t")
    #expect(try work.folder.bytes(of: "long.wav").starts(with: "RIFF".utf8))
    #expect(try work.describe("long.wav").dataFormat == work.describe("in.wav").dataFormat)
  }

  @Test(
    "--soundcheck-generate measures what ffmpeg's meter does",
    arguments: [(0.5, 997.0, 1), (0.05, 200.0, 2), (0.9, 6_000.0, 2)])
  func loudness(amplitude: Double, frequency: Double, channels: Int) throws {
    // It swells and fades: meters differ about what is between the samples of an edge.
    let frames = 96_000
    let tone = Signals.make(frames: frames, channels: channels) { frame, channel in
      let time = Double(frame) / 48_000
      let level = amplitude * sin(.pi * Double(frame) / Double(frames))
      return level * sin(2 * .pi * frequency * (channel == 0 ? 1 : 1.5) * time)
    }
    try work.write("tone.wav", tone, sampleRate: 48_000)
    try work.convert("tone.wav", "out.caf", "-d", "LEI24", "--soundcheck-generate")
    let meter = try work.run(
      "ffmpeg", "-hide_banner", "-nostats", "-i", "tone.wav", "-af", "ebur128=peak=true", "-f",
      "null", "-")
    // The summary is the last to be told.
    func value(_ label: String) -> Double? {
      meter.errors.range(of: label, options: .backwards).flatMap {
        meter.errors[$0.upperBound...].split(separator: " ").first.flatMap { Double($0) }
      }
    }
    let facts = try information("out.caf")
    func stored(_ key: String, _ unit: String) -> Double? {
      facts[key].flatMap { $0.hasSuffix(unit) ? Double($0.dropLast(unit.count)) : nil }
    }
    let loudness = try #require(stored("integrated loudness", " LUFS"))
    let peak = try #require(stored("true peak", " dBTP"))
    #expect(abs(loudness - (try #require(value("I:")))) <= 0.1)
    #expect(abs(peak - (try #require(value("Peak:")))) <= 0.2)
  }

  @Test("--soundcheck-read copies what was measured")
  func copiedLoudness() throws {
    try work.write("tone.wav", Signals.sine(frames: 44_100))
    try work.convert("tone.wav", "a.caf", "-d", "ima4", "--soundcheck-generate")
    try work.convert("a.caf", "b.caf", "-d", "LEI16", "--soundcheck-read")
    #expect(try information("a.caf")["integrated loudness"] != nil)
    #expect(try work.chunk("info", of: "b.caf") == work.chunk("info", of: "a.caf"))
  }

  @Test(
    "What only a CAF can hold is not left out of another file without a word",
    arguments: [
      ["-t"], ["--generate-hash"], ["--soundcheck-generate"], ["-l", "MidSide", "-c", "2"],
    ])
  func otherContainers(options: [String]) throws {
    let result = try work.afconvert(["in.wav", "out.wav", "-d", "LEI16"] + options)
    #expect(result.status == 0)
    #expect(result.errors.hasPrefix("*** warning: "))
    #expect(result.errors.filter { $0 == "\n" }.count == 1)
  }
}
