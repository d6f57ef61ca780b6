import AlertSounds
import AudioFormats
import Foundation
import TestSupport
import Testing

/// A sound whose decoding is worth a comparison.
enum IMA4Signal: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case sine, chirp, noise
  case loudNoise = "noise of full scale"
  case silence
  case square = "square of full scale"
  case clicks

  var testDescription: String { rawValue }

  /// 16-bit samples.
  func samples(frames: Int, channels: Int) -> [Int32] {
    let pcm =
      switch self {
      case .sine: Signals.sine(frames: frames, channels: channels)
      case .chirp: Signals.chirp(frames: frames, channels: channels)
      case .noise: Signals.noise(frames: frames, channels: channels)
      case .loudNoise: Signals.noise(amplitude: 1, frames: frames, channels: channels)
      case .silence: Signals.silence(frames: frames, channels: channels)
      case .square: Signals.square(frames: frames, channels: channels)
      case .clicks: Signals.clicks(frames: frames, channels: channels)
      }
    return pcm.samples.map { Int32(max(-32_768, min(32_767, ($0 * 32_768).rounded()))) }
  }
}

@Suite("IMA4 decoding: sample for sample as ffmpeg does it")
struct IMA4PeerTests {
  @Test(
    "ffmpeg's own file decodes to ffmpeg's samples", arguments: IMA4Signal.allCases, [1, 2])
  func ownFiles(signal: IMA4Signal, channelCount: Int) throws {
    let folder = try TemporaryFolder()
    let samples = signal.samples(frames: 20_021, channels: channelCount)
    let input = try folder.write(
      PlainWAVE.integers(samples, channelCount: channelCount), to: "in.wav")
    let files = [folder.path("out.caf"), folder.path("out.aiff")]
    try Peer.ffmpeg(
      files.map { Peer.FFmpegJob(input: input, options: ["-c:a", "adpcm_ima_qt"], output: $0) })
    for (file, expected) in zip(files, try Peer.ffmpegSamples(files)) {
      let decoded = try DecodedSound(file)
      #expect(decoded.dataFormat?.coding == .ima4)
      #expect(decoded.frameCount == 20_032)
      #expect(difference(decoded.samples, expected) == nil)
    }
  }

  @Test(
    "Random packets decode to ffmpeg's samples, whatever their preambles say", arguments: [1, 2])
  func randomPackets(channelCount: Int) throws {
    var generator = SeededGenerator.printed(for: "random IMA4 packets")
    let folder = try TemporaryFolder()
    let frames = 200 * 64 - 1
    let input = try folder.write(
      PlainWAVE.integers(
        [Int32](repeating: 0, count: frames * channelCount), channelCount: channelCount),
      to: "in.wav")
    let path = folder.path("out.caf")
    try convert(input, to: path, .caf, .ima4)
    var bytes = try folder.bytes(of: "out.caf")
    for packet in stride(from: 4_096, to: bytes.count, by: 34) {
      for offset in 0..<34 { bytes[packet + offset] = .random(in: 0...255, using: &generator) }
      // Valid step indices only; half of the packets leave the preamble to the predictor's range.
      bytes[packet + 1] = bytes[packet + 1] & 0x80 | .random(in: 0...88, using: &generator)
    }
    try folder.write(bytes, to: "out.caf")
    let decoded = try DecodedSound(path)
    #expect(decoded.frameCount == frames)
    let expected = try Peer.ffmpegSamples([path])[0]
    #expect(difference(decoded.samples, Array(expected.prefix(frames * channelCount))) == nil)
  }
}
