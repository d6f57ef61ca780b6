import AlertSounds
import AudioFormats
import Files
import TestSupport
import Testing

@Suite("Wrong peer files: what others write without saying that it is not what was asked for")
struct WrongPeerFileTests {
  /// SoX writes PCM where it was asked for another coding, with exit status 0.
  @Test(
    "SoX's silent substitutes are called by their real coding",
    arguments: [
      PeerFile(.sox, ["-e", "unsigned", "-b", "8"], "caf", .caf, "I8", bitDepth: 8),
      PeerFile(.sox, ["-e", "ima-adpcm"], "caf", .caf, "BEI32", bitDepth: 16),
      PeerFile(.sox, ["-e", "ima-adpcm"], "aifc", .aifc, "BEI32", bitDepth: 16),
      PeerFile(.sox, ["-e", "u-law"], "aifc", .aifc, "I8", bitDepth: 8),
      PeerFile(.sox, ["-e", "a-law"], "aiff", .aiff, "I8", bitDepth: 8),
      PeerFile(.sox, ["-e", "float", "-b", "32"], "aiff", .aiff, "BEI32", bitDepth: 24),
    ])
  func substitutes(_ file: PeerFile) throws {
    let folder = try TemporaryFolder()
    let made = try file.make(frameCount: 4_416, channelCount: 1, in: folder)
    let decoded = try DecodedSound(made.path)
    #expect(decoded.container == file.container)
    #expect(decoded.dataFormat?.codingName == file.coding)
    #expect(difference(decoded.samples, made.source) == nil)
  }

  /// Full scale of these doubles is 2³¹: SoX forgets to tell libsndfile what it means.
  @Test("SoX's CAF of doubles is read as it stands, far beyond full scale")
  func integerScale() throws {
    let folder = try TemporaryFolder()
    let file = PeerFile(.sox, ["-e", "float", "-b", "64"], "caf", .caf, "BEF64", bitDepth: 32)
    let made = try file.make(frameCount: 4_416, channelCount: 1, in: folder)
    let decoded = try DecodedSound(made.path)
    #expect(decoded.dataFormat?.codingName == file.coding)
    #expect(difference(decoded.samples, made.source.map { $0 * 0x1p31 }) == nil)
  }

  @Test(
    "SoX's byte-swapped AIFF is refused with a place", arguments: [16, 24, 32], ["aiff", "aifc"])
  func swapped(bits: Int, fileExtension: String) throws {
    let folder = try TemporaryFolder()
    let file = PeerFile(
      .sox, ["-L", "-e", "signed", "-b", "\(bits)"], fileExtension, .aiff, "", bitDepth: bits)
    let made = try file.make(frameCount: 4_411, channelCount: 1, in: folder)
    let report = SoundValidator().validate(path: made.path)
    #expect(report.worst == .error)
    #expect(report.findings.contains { $0.rule == "container" && $0.byteOffset != nil })
    #expect(throws: SoundError.self) { try SoundFile(path: made.path) }
  }

  /// libsndfile divides the packet count by the channels. Who trusts it plays half of the sound.
  @Test("libsndfile's stereo AIFF-C ima4 is read whole, and its half packet count told")
  func halfPacketCount() throws {
    let folder = try TemporaryFolder()
    let file = PeerFile(.sndfileConvert, ["-ima-adpcm"], "aif", .aifc, "ima4", bitDepth: 16)
    let mono = try file.make(frameCount: 4_411, channelCount: 1, in: folder)
    #expect(SoundValidator().validate(path: mono.path).findings.isEmpty)
    #expect(try DecodedSound(mono.path).frameCount == 4_416)

    let stereo = try file.make(frameCount: 4_411, channelCount: 2, in: folder)
    let decoded = try DecodedSound(stereo.path)
    #expect(decoded.frameCount == 4_416)
    #expect(difference(decoded.samples, try Peer.ffmpegSamples([stereo.path])[0]) == nil)
    let findings = SoundValidator().validate(path: stereo.path).findings
    #expect(findings.map(\.rule) == ["structure"])
    #expect(findings.first?.message == "the 'COMM' chunk says 34 packets, the audio holds 69")
    #expect(findings.first?.severity == .warning)
  }

  @Test("What ffmpeg leaves behind when it refuses a coding is called empty")
  func refusedByFFmpeg() throws {
    let folder = try TemporaryFolder()
    let input = try folder.write(
      PlainWAVE.integers([0, 1, 2]), to: "in.wav")
    let output = folder.path("out.caf")
    #expect(throws: PeerFailure.self) {
      try Peer.ffmpeg([Peer.FFmpegJob(input: input, options: ["-c:a", "pcm_u8"], output: output)])
    }
    let report = SoundValidator().validate(path: output)
    #expect(report.findings.map(\.message) == ["the file is empty"])
  }

  @Test("A copied MP3 stream in a CAF is refused as an alert sound")
  func mp3InCAF() throws {
    let folder = try TemporaryFolder()
    let wave = try folder.write(
      PlainWAVE.integers(TestSamples.integers(bitDepth: 16, count: 9_216)), to: "in.wav")
    let (mp3, caf) = (folder.path("in.mp3"), folder.path("out.caf"))
    try Peer.ffmpeg([Peer.FFmpegJob(input: wave, options: ["-c:a", "libmp3lame"], output: mp3)])
    try Peer.ffmpeg([Peer.FFmpegJob(input: mp3, options: ["-c:a", "copy"], output: caf)])
    let report = SoundValidator().validate(path: caf)
    #expect(report.findings.contains { $0.rule == "data-format" && $0.severity == .error })
    #expect(report.dataFormat == "'.mp3'")
  }
}
