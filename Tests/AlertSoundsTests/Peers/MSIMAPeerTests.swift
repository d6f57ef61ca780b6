import AlertSounds
import AudioFormats
import TestSupport
import Testing

@Suite("MS IMA ADPCM: WAVE files of others decode to libsndfile's samples")
struct MSIMAPeerTests {
  /// A writer and the frames that its `fact` chunk states for 4411 frames of one and two channels.
  struct Writer: Sendable, CustomTestStringConvertible {
    let file: PeerFile
    let channelCount: Int
    let frameCount: Int

    init(_ writer: Peer, _ options: [String], channels: Int, frames: Int) {
      file = PeerFile(writer, options, "wav", .wave, "MS IMA ADPCM", bitDepth: 16)
      channelCount = channels
      frameCount = frames
    }

    var testDescription: String { "\(file.writer.rawValue), \(channelCount) channels" }
  }

  static let writers = [
    Writer(.ffmpeg, ["-c:a", "adpcm_ima_wav"], channels: 1, frames: 6_123),
    Writer(.ffmpeg, ["-c:a", "adpcm_ima_wav"], channels: 2, frames: 5_085),
    Writer(.sndfileConvert, ["-ima-adpcm"], channels: 1, frames: 8_178),
    // Its `fact` says half of that: what is there counts, or 1350 frames of the source were lost.
    Writer(.sndfileConvert, ["-ima-adpcm"], channels: 2, frames: 6_123),
    Writer(.sox, ["-e", "ima-adpcm"], channels: 1, frames: 4_411),
    Writer(.sox, ["-e", "ima-adpcm"], channels: 2, frames: 4_411),
  ]

  @Test("Frames are the fact chunk's, samples libsndfile's", arguments: writers)
  func decoding(_ writer: Writer) throws {
    let folder = try TemporaryFolder()
    let made = try writer.file.make(
      frameCount: 4_411, channelCount: writer.channelCount, in: folder)
    let decoded = try DecodedSound(made.path)
    #expect(decoded.dataFormat?.codingName == "MS IMA ADPCM")
    #expect(decoded.frameCount == writer.frameCount)
    let expected = try Peer.sndfileSamples(made.path).prefix(decoded.samples.count)
    #expect(difference(decoded.samples, Array(expected)) == nil)
  }

  @Test("The validator refuses it and names the way out", arguments: writers)
  func verdict(_ writer: Writer) throws {
    let folder = try TemporaryFolder()
    let made = try writer.file.make(
      frameCount: 4_411, channelCount: writer.channelCount, in: folder)
    let finding = SoundValidator().validate(path: made.path).findings
      .first { $0.rule == "data-format" }
    #expect(finding?.severity == .error)
    #expect(finding?.fix?.text?.hasPrefix("tocsin convert ") == true)
    #expect(finding?.fix?.text?.hasSuffix(" -d ima4 -f caff") == true)
  }
}
