import AlertSounds
import AudioFormats
import Foundation
import TestSupport
import Testing

@Suite("Packet copying: what has the wanted format already is never re-coded")
struct PacketCopyTests {
  /// Where the audio of every file that Tocsin writes starts.
  private static let audioOffset = 4_096

  private func audio(_ folder: TemporaryFolder, _ name: String) throws -> [UInt8] {
    Array(try folder.bytes(of: name)[Self.audioOffset...])
  }

  @Test("ima4 goes from CAF to AIFF-C and back byte for byte", arguments: [1, 2], [100, 6_400])
  func ima4(channels: Int, frames: Int) throws {
    let folder = try TemporaryFolder()
    let input = try folder.write(
      PlainWAVE.integers(
        TestSamples.integers(bitDepth: 16, count: frames * channels), channelCount: channels),
      to: "in.wav")
    try convert(input, to: folder.path("1.caf"), .caf, .ima4)
    try convert(folder.path("1.caf"), to: folder.path("2.aifc"), .aifc, .sameAsSource)
    let back = try convert(folder.path("2.aifc"), to: folder.path("3.caf"), .caf, .sameAsSource)
    #expect(try audio(folder, "1.caf") == audio(folder, "2.aifc"))
    #expect(try audio(folder, "1.caf") == audio(folder, "3.caf"))
    // AIFF-C has no place for the number of valid frames: the padding has become sound.
    #expect(back.frameCount == Int64((frames / 64 + 1) * 64))
    let first = try DecodedSound(folder.path("1.caf")).samples
    let last = try DecodedSound(folder.path("3.caf")).samples
    #expect(difference(Array(last.prefix(first.count)), first) == nil)
  }

  @Test("Asking for the format that is there copies too, and says the same frames")
  func sameFormat() throws {
    let folder = try TemporaryFolder()
    let input = try folder.write(
      PlainWAVE.integers(TestSamples.integers(bitDepth: 16, count: 1_000)), to: "in.wav")
    try convert(input, to: folder.path("1.caf"), .caf, .ima4)
    let copy = try convert(folder.path("1.caf"), to: folder.path("2.caf"), .caf, .ima4)
    #expect(copy.frameCount == 1_000)
    #expect(try folder.bytes(of: "1.caf") == folder.bytes(of: "2.caf"))
  }

  @Test(
    "Linear PCM and G.711 of the same coding go from container to container byte for byte",
    arguments: [
      (Container.caf, Container.wave, DataFormat.Coding.linearPCM(.int16(.littleEndian))),
      (.caf, .wave, .linearPCM(.int24(.littleEndian))), (.wave, .caf, .uLaw),
      (.aifc, .wave, .aLaw), (.aiff, .caf, .linearPCM(.int8)),
      (.caf, .aiff, .linearPCM(.int32(.bigEndian))),
      (.aifc, .caf, .linearPCM(.float64(.bigEndian))),
      (.wave, .aifc, .linearPCM(.uint8)),
    ])
  func samples(from: Container, to: Container, coding: DataFormat.Coding) throws {
    let folder = try TemporaryFolder()
    let input = try folder.write(
      PlainWAVE.floats(TestSamples.doubles(count: 1_002), channelCount: 2), to: "in.wav")
    try convert(input, to: folder.path("1"), from, DataFormatRequest(coding))
    let copy = try convert(folder.path("1"), to: folder.path("2"), to, .sameAsSource)
    #expect(copy.frameCount == 501 && copy.container == to)
    #expect(try audio(folder, "1") == audio(folder, "2"))
  }

  @Test("Sound of many pieces is copied whole")
  func longSound() throws {
    let folder = try TemporaryFolder()
    let samples = TestSamples.integers(bitDepth: 24, count: 300_001)
    let input = try folder.write(PlainWAVE.integers(samples, bitDepth: 24), to: "in.wav")
    try convert(input, to: folder.path("out.caf"), .caf, .sameAsSource)
    let source = try folder.bytes(of: "in.wav")
    #expect(try audio(folder, "out.caf") == Array(source[44..<44 + 900_003]))
  }

  /// A decoder that needs to start earlier has its frames cut off; a copy may not bring them back.
  @Test("A copy keeps the priming frames out of the sound")
  func priming() throws {
    let folder = try TemporaryFolder()
    let input = try folder.write(
      PlainWAVE.integers(TestSamples.integers(bitDepth: 16, count: 4_000)), to: "in.wav")
    try convert(input, to: folder.path("1.caf"), .caf, .ima4)
    var bytes = try folder.bytes(of: "1.caf")
    // The 'pakt' chunk's content stands at 64: packets, valid frames, priming, remainder.
    bytes.replaceSubrange(72..<84, with: [0, 0, 0, 0, 0, 0, 0x0F, 0x3C, 0, 0, 0, 100])
    try folder.write(bytes, to: "1.caf")
    let source = try DecodedSound(folder.path("1.caf"))
    #expect(source.frameCount == 3_900)
    let result = try convert(folder.path("1.caf"), to: folder.path("2.caf"), .caf, .sameAsSource)
    #expect(result.frameCount == 3_900)
    #expect(difference(try DecodedSound(folder.path("2.caf")).samples, source.samples) == nil)
  }

  /// The sound ends where `COMM` says; bytes after it are none of it, decoded or copied.
  @Test("A copy has the frames that it reports and that decoding has")
  func fewerFramesThanBytes() throws {
    let folder = try TemporaryFolder()
    let input = try folder.write(
      PlainWAVE.integers(TestSamples.integers(bitDepth: 16, count: 120)), to: "in.wav")
    try convert(input, to: folder.path("1.aiff"), .aiff)
    var bytes = try folder.bytes(of: "1.aiff")
    bytes.replaceSubrange(22..<26, with: [0, 0, 0, 100])
    try folder.write(bytes, to: "1.aiff")
    let decoded = try DecodedSound(folder.path("1.aiff"))
    let result = try convert(folder.path("1.aiff"), to: folder.path("2.caf"), .caf, .sameAsSource)
    let copied = try DecodedSound(folder.path("2.caf"))
    #expect(result.frameCount == Int64(copied.frameCount))
    #expect(difference(copied.samples, decoded.samples) == nil)
  }

  @Test("Whole packets of a cut file are copied, with a warning")
  func cutFile() throws {
    let folder = try TemporaryFolder()
    let bytes = PlainWAVE.integers(TestSamples.integers(bitDepth: 16, count: 1_000))
    let input = try folder.write(bytes.prefix(44 + 1_001), to: "in.wav")
    let result = try convert(input, to: folder.path("out.caf"), .caf, .sameAsSource)
    #expect(result.frameCount == 500)
    #expect(result.warnings.contains { $0.hasSuffix("what is there was converted") })
    #expect(try audio(folder, "out.caf") == Array(bytes[44..<44 + 1_000]))
  }

  @Test("-d 0 refuses what would need a decoder")
  func refused() throws {
    let folder = try TemporaryFolder()
    let input = try folder.write(PlainWAVE.integers([1, 2, 3, 4]), to: "in.wav")
    let output = folder.path("out.caf")
    #expect(throws: SoundError.self) {
      try convert(input, to: output, .caf, .sameAsSource, channelCount: 2)
    }
    // What a WAVE stores, AIFF cannot: little-endian.
    #expect(throws: SoundError.self) { try convert(input, to: output, .aiff, .sameAsSource) }
    let flac = folder.path("in.flac")
    try Peer.ffmpeg([Peer.FFmpegJob(input: input, options: [], output: flac)])
    let error = #expect(throws: SoundError.self) {
      try convert(flac, to: output, .caf, .sameAsSource)
    }
    #expect(error.map { "\($0)" }?.contains("name a data format") == true)
    #expect(try folder.names() == ["in.flac", "in.wav"])
  }
}
