import AlertSounds
import AudioFormats
import Foundation
import TestSupport
import Testing

/// A sound that a rule finds, and its twin that it does not.
struct ShapeCase: Sendable, CustomTestStringConvertible {
  let rule: String
  let severity: Finding.Severity
  let flaw: String
  let bad: @Sendable () -> PCMBuffer
  let good: @Sendable () -> PCMBuffer

  var testDescription: String { "\(rule): \(flaw)" }

  /// Writes one of the two as 16 bits at 44.1 kHz.
  static func write(_ pcm: PCMBuffer, _ name: String, in folder: TemporaryFolder) throws -> String {
    let levels = pcm.samples.map { Int32(max(-32_768, min(32_767, ($0 * 32_768).rounded()))) }
    return try folder.write(
      PlainWAVE.integers(levels, channelCount: pcm.channelCount), to: name)
  }

  private static func raised(_ pcm: PCMBuffer, by offset: Double) -> PCMBuffer {
    PCMBuffer(channelCount: pcm.channelCount, samples: pcm.samples.map { $0 + offset })
  }

  private static func scaled(_ pcm: PCMBuffer, _ factor: Double) -> PCMBuffer {
    PCMBuffer(channelCount: pcm.channelCount, samples: pcm.samples.map { $0 * factor })
  }

  /// A quarter of the rate, an eighth of a wave late: 3 dB over its samples.
  private static func late(_ amplitude: Double) -> PCMBuffer {
    Signals.make(frames: 2_000, channels: 1) { frame, _ in
      let fade = 0.5 * (1 - cos(2 * .pi * Double(frame) / 2_000))
      return amplitude * fade * sin(.pi / 2 * Double(frame) + .pi / 4)
    }
  }

  static let all = [
    ShapeCase(
      rule: "loudness", severity: .note, flaw: "quiet",
      bad: { scaled(Signals.bell(), 0.03) }, good: { scaled(Signals.bell(), 0.2) }),
    ShapeCase(
      rule: "loudness", severity: .note, flaw: "loud",
      bad: { Signals.sine(frequency: 2_000, amplitude: 0.5, frames: 30_000, channels: 2) },
      good: { Signals.sine(frequency: 2_000, amplitude: 0.1, frames: 30_000, channels: 2) }),
    ShapeCase(
      rule: "true-peak", severity: .warning, flaw: "between the samples",
      bad: { late(1.3) }, good: { late(0.9) }),
    ShapeCase(
      rule: "clipping", severity: .warning, flaw: "a cut-off wave",
      bad: { Signals.sine(amplitude: 1.5, frames: 20_000) },
      good: { Signals.sine(amplitude: 0.8, frames: 20_000) }),
    ShapeCase(
      rule: "leading-silence", severity: .warning, flaw: "252 ms",
      bad: { Signals.sequence([Signals.silence(frames: 11_114), Signals.bell()]) },
      good: { Signals.sequence([Signals.silence(frames: 10_938), Signals.bell()]) }),
    ShapeCase(
      rule: "dc-offset", severity: .warning, flaw: "1.2 %",
      bad: { raised(Signals.bell(amplitude: 0.5), by: 0.012) },
      good: { raised(Signals.bell(amplitude: 0.5), by: 0.008) }),
    ShapeCase(
      rule: "banner-duration", severity: .note, flaw: "7.2 s",
      bad: { Signals.bell(seconds: 7.2) }, good: { Signals.bell(seconds: 6.9) }),
    ShapeCase(
      rule: "size-saving", severity: .note, flaw: "50 KiB would go",
      bad: { Signals.bell(seconds: 0.8) }, good: { Signals.bell(seconds: 0.4) }),
    ShapeCase(
      rule: "silence", severity: .warning, flaw: "nothing over −60 dB",
      bad: { Signals.sine(amplitude: 0.0009, frames: 10_000) },
      good: { Signals.sine(amplitude: 0.02, frames: 10_000) }),
  ]
}
