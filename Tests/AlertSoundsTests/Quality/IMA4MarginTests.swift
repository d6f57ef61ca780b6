import AlertSounds
import AudioFormats
import Foundation
import TestSupport
import Testing

@Suite("IMA4 quality: Tocsin's encoder against ffmpeg's, both decoded by ffmpeg")
struct IMA4MarginTests {
  /// dB: what a search is worth at least.
  private static let gain = 0.1

  @Test("Every sound is better than ffmpeg's", arguments: QualitySignal.allCases)
  func margin(of signal: QualitySignal) throws {
    let folder = try TemporaryFolder()
    let sources = try QualitySignal.sampleRates.flatMap { rate in
      try [1, 2].map { channels in
        let bytes = PlainWAVE.integers(
          signal.samples(sampleRate: rate, channels: channels), channelCount: channels,
          sampleRate: rate)
        let path = try folder.write(bytes, to: "\(rate)-\(channels).wav")
        return (name: "\(signal.rawValue), \(rate) Hz, \(channels) ch", path: path)
      }
    }
    expectMargins(try IMA4Margin.measure(sources, in: folder))
  }

  @Test(
    "Every system sound is better than ffmpeg's",
    .enabled(
      if: FileManager.default.fileExists(atPath: SystemSounds.folder.path),
      "alsa-utils' sounds are not installed"))
  func systemSounds() throws {
    let folder = try TemporaryFolder()
    let sources = try FileManager.default
      .contentsOfDirectory(atPath: SystemSounds.folder.path)
      .filter { $0.hasSuffix(".wav") }.sorted()
      .map { (name: $0, path: SystemSounds.folder.appending(path: $0).path) }
    #expect(!sources.isEmpty)
    expectMargins(try IMA4Margin.measure(sources, in: folder))
  }

  @Test("Silence stays silent", arguments: [1, 2])
  func silence(channels: Int) throws {
    let folder = try TemporaryFolder()
    let silence = [Int32](repeating: 0, count: 1_000 * channels)
    let input = try folder.write(
      PlainWAVE.integers(silence, channelCount: channels), to: "silence.wav")
    let output = folder.path("silence.caf")
    try convert(input, to: output, .caf, .ima4)
    #expect(try Peer.ffmpegSamples([output])[0].allSatisfy { $0 == 0 })
  }

  private func expectMargins(_ margins: [IMA4Margin]) {
    print(IMA4Margin.table(margins))
    for row in margins {
      #expect(
        row.margin >= Self.gain, "\(row.name): \(row.own) dB against ffmpeg's \(row.peer) dB")
    }
  }
}

/// The recorded voices that alsa-utils plays to test loudspeakers.
private enum SystemSounds {
  static let folder = URL(fileURLWithPath: "/usr/share/sounds/alsa")
}
