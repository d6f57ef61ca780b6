import AlertSounds
import AudioFormats
import AudioProcessing
import Files
import Foundation
import TestSupport
import Testing

@Suite("AAC and ALAC are written through ffmpeg")
struct ForeignOutputTests {
  private func convert(
    _ input: String, to output: String, _ fileFormat: String?, _ dataFormat: String?,
    bitRate: String? = nil, channelCount: Int? = nil
  ) throws -> ConversionResult {
    var request = ConversionRequest()
    request.foreign = try ForeignOutput(
      fileFormat: fileFormat, dataFormat: dataFormat, bitRate: bitRate)
    request.channelCount = channelCount
    return try SoundConverter(request).convert(input, to: output)
  }

  private func probe(_ path: String, _ entry: String) throws -> String {
    try Tool("ffprobe").run(
      ["-v", "error", "-show_entries", entry, "-of", "default=nw=1:nk=1", path]
    ).text.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  @Test(
    "ALAC keeps every sample of 16 and 24 bits", arguments: [16, 24], ["caff", "m4af", "mp4f"])
  func lossless(bitDepth: Int, fileFormat: String) throws {
    let folder = try TemporaryFolder()
    let scale = Double(1 << (bitDepth - 1))
    let integers = Signals.noise(frames: 10_001, channels: 2).samples.map {
      Int32(($0 * scale).rounded())
    }
    try folder.write(
      PlainWAVE.integers(integers, bitDepth: bitDepth, channelCount: 2), to: "in.wav")
    let output = folder.path("out.\(fileFormat)")
    let result = try convert(folder.path("in.wav"), to: output, fileFormat, "alac")
    #expect(result.frameCount == 10_001)
    let expected = integers.map { Double($0) / scale }
    #expect(difference(try DecodedSound(output).samples, expected) == nil)
    // ffmpeg agrees, and knows the depth.
    #expect(difference(try Peer.ffmpegSamples([output])[0], expected) == nil)
    #expect(try probe(output, "stream=bits_per_raw_sample") == "\(bitDepth)")
    #expect(try folder.names() == ["in.wav", "out.\(fileFormat)"])
  }

  @Test(
    "AAC is as long as the sound and has its samples where they were",
    arguments: ["m4af", "m4bf", "mp4f", "caff"], [1, 2])
  func aac(fileFormat: String, channels: Int) throws {
    let tone = try CodedTone(channels: channels)
    let output = tone.folder.path("out.\(fileFormat)")
    let result = try convert(
      tone.folder.path("tone.wav"), to: output, fileFormat, "aac", bitRate: "128000")
    #expect(result.frameCount == Int64(CodedTone.frames))
    let decoded = try DecodedSound(output)
    #expect(decoded.frameCount == CodedTone.frames)
    var ratio = SignalToNoise()
    ratio.add(tone.samples, decoded.samples)
    #expect((ratio.decibels ?? 0) > 20)
    #expect(try probe(output, "stream=codec_name,channels") == "aac\n\(channels)")
  }

  @Test("-b sets the bit rate")
  func bitRate() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      PlainWAVE.floats(Signals.noise(frames: 88_200).samples, channelCount: 1), to: "in.wav")
    var sizes: [Int64] = []
    for rate in ["24000", "96000"] {
      sizes.append(
        try convert(
          folder.path("in.wav"), to: folder.path("out.aac"), "adts", "aac", bitRate: rate
        ).outputBytes)
    }
    // Two seconds each.
    #expect((3_000...9_000).contains(sizes[0]) && (18_000...30_000).contains(sizes[1]), "\(sizes)")
  }

  @Test(
    "The output's name tells the file format where -f does not",
    arguments: [
      ("out.m4a", "mov,mp4,m4a,3gp,3g2,mj2"), ("out.aac", "aac"), ("out.caf", "caf"),
      ("out.m4r", "mov,mp4,m4a,3gp,3g2,mj2"),
    ])
  func named(name: String, format: String) throws {
    let tone = try CodedTone()
    let output = tone.folder.path(name)
    _ = try convert(tone.folder.path("tone.wav"), to: output, nil, "aac")
    #expect(try probe(output, "format=format_name") == format)
  }

  @Test(
    "A rate that AAC does not have becomes the next one that it has",
    arguments: [
      (37_800, nil, 44_100), (96_000, nil, 48_000), (96_000, 96_000, 96_000), (8_000, nil, 8_000),
    ]
      as [(Int, Int?, Int)])
  func rates(input: Int, asked: Int?, output: Int) throws {
    let folder = try TemporaryFolder()
    let samples = [Int32](repeating: 100, count: 9_600)
    try folder.write(PlainWAVE.integers(samples, sampleRate: input), to: "in.wav")
    let result = try convert(
      folder.path("in.wav"), to: folder.path("out.m4a"), "m4af",
      "aac" + (asked.map { "@\($0)" } ?? ""))
    #expect(result.dataFormat.sampleRate == Double(output))
    #expect(try probe(folder.path("out.m4a"), "stream=sample_rate") == "\(output)")
  }

  @Test("The same input gives the same bytes", arguments: ["caff", "m4af", "adts"])
  func reproducible(fileFormat: String) throws {
    let tone = try CodedTone()
    for name in ["a", "b"] {
      _ = try convert(tone.folder.path("tone.wav"), to: tone.folder.path(name), fileFormat, "aac")
    }
    #expect(try tone.folder.bytes(of: "a") == tone.folder.bytes(of: "b"))
  }

  @Test("A CAF of AAC breaks no rule of its container, and its table adds up")
  func structure() throws {
    let tone = try CodedTone()
    let path = tone.folder.path("out.caf")
    _ = try convert(tone.folder.path("tone.wav"), to: path, "caff", "aac")
    let description = try ContainerDescription(
      parsing: MemorySource(try tone.folder.bytes(of: "out.caf")))
    #expect(description.irregularities.isEmpty, "\(description.irregularities)")
    #expect(description.validFrames == Int64(CodedTone.frames))
    #expect(description.packetTable?.primingFrames == 1_024)
    #expect(description.audioBytes.lowerBound == 4_096)
  }

  @Test("What fails leaves the old file as it was", arguments: ["caff", "m4af", "adts"])
  func failure(fileFormat: String) throws {
    let tone = try CodedTone()
    try tone.folder.write("old".utf8, to: "out")
    // More channels than ffmpeg's AAC has a layout for are refused by ffmpeg itself.
    try tone.folder.write(
      PlainWAVE.integers([Int32](repeating: 0, count: 8_000), channelCount: 40), to: "many.wav")
    #expect(throws: SoundError.self) {
      try convert(
        tone.folder.path("many.wav"), to: tone.folder.path("out"), fileFormat, "aac",
        channelCount: 40)
    }
    #expect(try tone.folder.bytes(of: "out") == Array("old".utf8))
    #expect(try tone.folder.names() == ["many.wav", "out", "tone.wav"])
  }
}
