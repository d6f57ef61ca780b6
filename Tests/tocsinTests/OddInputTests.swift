import AudioFormats
import Files
import Foundation
import TestSupport
import Testing

@Suite("tocsin convert: inputs that are not quite a sound file")
struct OddInputTests {
  private let work: Workplace

  init() throws { work = try Workplace() }

  /// The samples that ffmpeg reads from a file.
  private func samples(_ name: String) throws -> [Double] {
    let raw = try Tool("ffmpeg").run(
      ["-v", "error", "-i", name, "-f", "s32le", "-"], in: work.folder.url)
    try #require(raw.status == 0, "\(raw.errors)")
    return RawSamples.integers(raw.output)
  }

  /// Raw samples of `in.wav`, made by ffmpeg.
  private func writeRaw(_ format: String, _ name: String, channels: Int = 1) throws {
    let made = try Tool("ffmpeg").run(
      ["-v", "error", "-i", "in.wav", "-ac", "\(channels)", "-f", format, name],
      in: work.folder.url)
    try #require(made.status == 0, "\(made.errors)")
  }

  @Test(
    "Raw samples are read as --raw says",
    arguments: [
      ("s16le", "LEI16"), ("s16be", "BEI16"), ("s24le", "LEI24"), ("u8", "UI8"), ("s8", "I8"),
      ("f32le", "LEF32"), ("mulaw", "ulaw"),
    ])
  func raw(format: String, name: String) throws {
    try writeRaw(format, "in.raw")
    let made = try work.tocsin(
      "convert", "--raw", "\(name)@24000", "in.raw", "out.wav", "-d", "LEI32")
    #expect(made.isQuietSuccess, "\(made.errors)")
    let expected = try Tool("ffmpeg").run(
      [
        "-v", "error", "-f", format, "-ar", "24000", "-i", "in.raw", "-c:a", "pcm_s32le",
        "expected.wav",
      ], in: work.folder.url)
    #expect(expected.status == 0)
    #expect(difference(try samples("out.wav"), try samples("expected.wav")) == nil)
    let description = try ContainerDescription(
      parsing: MemorySource(try work.folder.bytes(of: "out.wav")))
    #expect(description.dataFormat.sampleRate == 24_000)
    #expect(description.validFrames == Int64(Workplace.frameCount))
  }

  @Test("-c says the channels of raw samples")
  func rawChannels() throws {
    try writeRaw("s16le", "in.raw", channels: 2)
    let made = try work.tocsin(
      "convert", "--raw", "LEI16@24000", "-c", "2", "in.raw", "out.wav", "-v")
    #expect(made.status == 0, "\(made.errors)")
    let description = try ContainerDescription(
      parsing: MemorySource(try work.folder.bytes(of: "out.wav")))
    #expect(description.dataFormat.channelCount == 2)
    #expect(description.validFrames == Int64(Workplace.frameCount))
  }

  @Test("--raw without a rate is refused, and with a codec that has no samples")
  func rawRefused() throws {
    for format in ["LEI16", "0@24000", "aac@24000", "LEI16@0"] {
      let made = try work.tocsin("convert", "--raw", format, "in.wav", "out.caf")
      #expect(made.status == 2, "\(format)")
      #expect(made.errors.contains("--raw"), "\(made.errors)")
    }
    #expect(try work.folder.names() == ["in.wav"])
  }

  @Test("validate asks whether bytes of no known format are raw samples, with the command")
  func rawSuspected() throws {
    try writeRaw("s16le", "speech.wav")
    let checked = try work.tocsin("validate", "speech.wav")
    #expect(checked.status == 1)
    #expect(checked.text.contains("raw samples without a header?"))
    let command = try #require(checked.text.split(separator: "\n").first { $0.contains("--raw") })
    let line = try #require(command.split(separator: ": ").last)
    let fixed = try work.shell("\"$0\"" + line.dropFirst("tocsin".count))
    #expect(fixed.status == 0, "\(fixed.errors)")
    #expect(try work.tocsin("validate", "speech.caf").status == 0)
  }

  /// Three sounds of different lengths in one file.
  private func writeThree() throws {
    let parts = [4_410, 300, 2_205].map { frames in
      PlainWAVE.integers(Workplace.samples(channels: 1).prefix(frames).map(\.self))
    }
    try work.folder.write(parts.flatMap(\.self), to: "three.wav")
  }

  @Test("Of several sounds in a file the first is taken, with a warning; --join takes all")
  func several() throws {
    try writeThree()
    let one = try work.tocsin("convert", "three.wav", "one.wav", "-d", "LEI16")
    #expect(one.status == 0)
    #expect(one.errors.contains("2 more WAVE files follow; --join takes all of them"))
    #expect(try samples("one.wav").count == 4_410)

    let all = try work.tocsin("convert", "--join", "three.wav", "all.wav", "-d", "LEI16")
    #expect(all.isQuietSuccess, "\(all.errors)")
    let source = try samples("in.wav")
    #expect(
      difference(try samples("all.wav"), source + source.prefix(300) + source.prefix(2_205)) == nil)
  }

  @Test("validate counts the sounds in a file, and its command joins them; fix leaves them")
  func severalValidated() throws {
    try writeThree()
    let before = try work.folder.bytes(of: "three.wav")
    let checked = try work.tocsin("validate", "three.wav")
    #expect(checked.text.contains("2 more WAVE files follow: players stop after 0.100 s"))
    #expect(checked.text.contains("tocsin convert three.wav three-fixed.wav --join"))
    _ = try work.tocsin("fix", ".", "--write")
    #expect(try work.folder.bytes(of: "three.wav") == before)
  }

  @Test("Times are rounded to the nearest frame")
  func rounding() throws {
    try work.write("long.wav", channels: 1)
    let tone = Signals.sine(frames: 44_100).samples.map { Int32($0 * 32_767) }
    try work.folder.write(PlainWAVE.integers(tone), to: "long.wav")
    let made = try work.tocsin(
      "convert", "long.wav", "part.wav", "-d", "LEI16", "--from", "0.2", "--to", "0.7")
    #expect(made.isQuietSuccess)
    #expect(try samples("part.wav").count == 22_050)
  }

  @Test("24 bits in 4 bytes, as arecord writes S24_LE, are read to the bit")
  func loose() throws {
    let values: [Int32] = [0, 1, -1, 8_388_607, -8_388_608, 4_660]
    var bytes = PlainWAVE.integers(values.map { $0 & 0xFF_FFFF }, bitDepth: 32)
    bytes[34] = 24  // bits a sample
    try work.folder.write(bytes, to: "s24.wav")
    let made = try work.tocsin("convert", "s24.wav", "out.wav", "-d", "LEI32")
    #expect(made.status == 0)
    #expect(made.errors.contains("samples of 24 bits take 4 bytes each"))
    #expect(difference(try samples("out.wav"), values.map { Double($0) / 8_388_608 }) == nil)
  }

  @Test("A block size that was not filled in is read with a warning", arguments: [UInt8(0), 1])
  func blockSize(size: UInt8) throws {
    var bytes = try work.folder.bytes(of: "in.wav")
    bytes[32] = size
    try work.folder.write(bytes, to: "odd.wav")
    let made = try work.tocsin("convert", "odd.wav", "out.wav", "-d", "LEI16")
    #expect(made.status == 0)
    #expect(made.errors.contains("the block size is \(size)"))
    #expect(difference(try samples("out.wav"), try samples("in.wav")) == nil)
    #expect(try work.tocsin("validate", "odd.wav").status == 1)
  }

  @Test(
    "What ffmpeg codes beside AAC and ALAC keeps the length",
    arguments: [
      (["-f", "flac", "-d", "flac"], "out.flac"), (["-d", "flac-24"], "out.flac"),
      (["-f", "caff", "-d", "opus"], "out.caf"), (["-d", "opus", "-b", "96000"], "out.opus"),
    ])
  func foreign(options: [String], name: String) throws {
    let made = try Tool.tocsin().run(
      ["convert", "in.wav", name] + options, in: work.folder.url)
    #expect(made.status == 0, "\(made.errors)")
    let back = try work.tocsin("convert", name, "back.wav", "-d", "LEI16")
    #expect(back.status == 0, "\(back.errors)")
    let frames = try samples("back.wav").count
    let rate = name == "out.flac" ? 44_100.0 : 48_000
    #expect(frames == Int((Double(Workplace.frameCount) / 44_100 * rate).rounded()))
    if name == "out.flac" { #expect(try samples("back.wav") == samples("in.wav")) }
  }

  @Test("HE-AAC says what it takes where ffmpeg has no encoder for it")
  func highEfficiency() throws {
    let encoders = try Tool("ffmpeg").run(["-hide_banner", "-encoders"], in: work.folder.url)
    let made = try work.tocsin("convert", "in.wav", "out.m4a", "-d", "aach")
    if encoders.text.contains("libfdk_aac") {
      #expect(made.status == 0, "\(made.errors)")
    } else {
      #expect(made.status == 1)
      #expect(made.errors.contains("HE-AAC takes an ffmpeg with libfdk_aac, -d aac any ffmpeg"))
      #expect(try work.folder.names() == ["in.wav"])
    }
  }
}
