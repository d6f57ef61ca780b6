import AlertSounds
import AudioFormats
import Foundation
import TestSupport
import Testing

@Suite("Peaks: of the samples and of the curve between them")
struct PeakTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(
    "A sine that is sampled beside its tops has 3 dB more than its samples",
    arguments: [1, 2], [8_000, 44_100, 48_000, 96_000])
  func betweenSamples(channels: Int, sampleRate: Int) throws {
    // A quarter of the rate, an eighth of a wave late; in and out softly, as a cut rings by itself.
    let frames = 4_800
    let sine = Signals.make(frames: frames, channels: channels) { frame, _ in
      let fade = 0.5 * (1 - cos(2 * .pi * Double(frame) / Double(frames)))
      return fade * sin(.pi / 2 * Double(frame) + .pi / 4)
    }
    let measured = try MeasuredSound(sine, sampleRate: sampleRate, in: folder).measurements
    #expect(abs(try #require(measured.samplePeak) + 3.01) < 0.01)
    #expect(abs(try #require(measured.truePeak)) < 0.15)
  }

  @Test("A peak between samples counts, though those before it were higher")
  func later() throws {
    // First a slow wave of 0.6, then samples of 0.57 with tops of 0.8 between them.
    let frames = 9_600
    let sine = Signals.make(frames: frames, channels: 1) { frame, _ in
      let fade = 0.5 * (1 - cos(4 * .pi * Double(frame) / Double(frames)))
      return frame < frames / 2
        ? 0.6 * fade * sin(.pi / 40 * Double(frame))
        : 0.8 * fade * sin(.pi / 2 * Double(frame) + .pi / 4)
    }
    let measured = try MeasuredSound(sine, sampleRate: 48_000, in: folder).measurements
    #expect(abs(try #require(measured.truePeak) - 20 * log10(0.8)) < 0.15)
  }

  @Test("ffmpeg sees the peaks where we do", arguments: [1, 2], [8_000, 22_050, 44_100, 48_000])
  func secondOpinion(channels: Int, sampleRate: Int) throws {
    let bell = Signals.bell(amplitude: 0.9, channels: channels, sampleRate: sampleRate)
    let sound = try MeasuredSound(bell, sampleRate: sampleRate, in: folder)
    let peer = try FFmpegMeter(sound.path, "astats=metadata=1,ebur128=peak=true:metadata=1")
    let truePeak = 20 * log10(try peer.last("r128.true_peak"))
    #expect(abs(try #require(sound.measurements.truePeak) - truePeak) < 0.1)
    let samplePeak = try peer.last("astats.Overall.Peak_level")
    #expect(abs(try #require(sound.measurements.samplePeak) - samplePeak) < 0.001)
  }

  @Test("The true peak never is under the sample peak", arguments: 1...8)
  func order(of seed: Int) throws {
    let noise = Signals.noise(amplitude: 1, frames: 5_000, channels: 2, seed: UInt64(seed))
    let measured = try MeasuredSound(noise, in: folder).measurements
    #expect(try #require(measured.truePeak) >= (try #require(measured.samplePeak)))
  }

  @Test("Silence has no peaks")
  func silence() throws {
    let measured = try MeasuredSound(Signals.silence(frames: 1_000), in: folder).measurements
    #expect(measured.truePeak == nil && measured.samplePeak == nil)
  }
}
