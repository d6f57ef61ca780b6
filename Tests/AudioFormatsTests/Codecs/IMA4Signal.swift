import AudioFormats
import Foundation
import Synchronization
import TestSupport

/// Sounds that an IMA4 encoder must cope with.
enum IMA4Signal: String, CaseIterable, Sendable {
  case empty, oneSample, sixtyFour, silence, offset, sine, loudSine, highSine, chirp, square
  case fullScaleSquare, clicks, noise, quietNoise, alternation, overFullScale, bell, notANumber

  func pcm(channels: Int = 1) -> PCMBuffer {
    switch self {
    case .empty: Signals.silence(frames: 0, channels: channels)
    case .oneSample: Signals.make(frames: 1, channels: channels) { _, _ in 0.7 }
    case .sixtyFour: Signals.sine(frames: 64, channels: channels)
    case .silence: Signals.silence(frames: 1_000, channels: channels)
    case .offset: Signals.make(frames: 1_500, channels: channels) { _, _ in -0.31 }
    case .sine: Signals.sine(frames: 2_500, channels: channels)
    case .loudSine:
      Signals.sine(frequency: 997, amplitude: 0.999, frames: 2_500, channels: channels)
    case .highSine: Signals.sine(frequency: 5_000, frames: 2_500, channels: channels)
    case .chirp: Signals.chirp(frames: 4_000, channels: channels)
    case .square: Signals.square(amplitude: 0.4, frames: 2_500, channels: channels)
    case .fullScaleSquare: Signals.square(frames: 2_500, channels: channels)
    case .clicks: Signals.clicks(every: 500, frames: 2_500, channels: channels)
    case .noise: Signals.noise(frames: 2_500, channels: channels)
    case .quietNoise: Signals.noise(amplitude: 0.001, frames: 2_500, channels: channels)
    case .alternation:
      Signals.make(frames: 1_000, channels: channels) { frame, _ in frame % 2 == 0 ? 1 : -1 }
    case .overFullScale: Signals.sine(amplitude: 3, frames: 1_000, channels: channels)
    case .bell: Self.bell(channels: channels)
    case .notANumber:
      Signals.make(frames: 200, channels: channels) { frame, _ in
        [.nan, .infinity, -.infinity, 0.1][frame / 10 % 4]
      }
    }
  }

  /// A struck bell: a sharp start and a decay, as in most alert sounds.
  private static func bell(channels: Int) -> PCMBuffer {
    Signals.make(frames: 4_000, channels: channels) { frame, channel in
      let time = Double(frame) / 44_100
      let partials: [(ratio: Double, decay: Double)] = [(1, 20), (2.76, 35), (5.4, 60)]
      return 0.3
        * partials.map { exp(-$0.decay * time) * cos(2 * .pi * 880 * $0.ratio * time) }
        .reduce(0, +) * (channel == 0 ? 1 : 0.6)
    }
  }

  /// The samples as a 16-bit encoder sees them.
  func integers(channels: Int = 1) -> [Int] { pcm(channels: channels).samples.map(Self.integer) }

  static func integer(_ sample: Double) -> Int {
    guard !sample.isNaN else { return 0 }
    return Int(max(-32_768, min(32_767, (sample * 32_768).rounded(.toNearestOrEven))))
  }
}

extension IMA4Signal {
  private struct Key: Hashable {
    let signal: IMA4Signal
    let channels: Int
    let effort: IMA4Encoder.Effort
  }

  /// What was encoded before: an unoptimised encoder takes its time.
  private static let encoded = Mutex<[Key: [UInt8]]>([:])

  /// The packets of the whole sound, encoded in one call.
  func packets(channels: Int = 1, effort: IMA4Encoder.Effort = .normal) -> [UInt8] {
    let key = Key(signal: self, channels: channels, effort: effort)
    if let packets = Self.encoded.withLock({ $0[key] }) { return packets }
    var encoder = IMA4Encoder(channelCount: channels, effort: effort)
    var packets: [UInt8] = []
    encoder.encode(pcm(channels: channels), into: &packets)
    encoder.finish(into: &packets)
    let result = packets
    Self.encoded.withLock { $0[key] = result }
    return packets
  }

  /// The packets decoded in one call, as 16-bit integers, padding included.
  func decoded(
    channels: Int = 1, effort: IMA4Encoder.Effort = .normal,
    rule: IMA4Decoder.PreambleRule = .carriesOn
  ) throws -> [Int] {
    var decoder = IMA4Decoder(channelCount: channels, rule: rule)
    var pcm = PCMBuffer(channelCount: channels)
    try decoder.decode(packets(channels: channels, effort: effort), into: &pcm)
    return pcm.samples.map { Int($0 * 32_768) }
  }
}

/// The signal-to-noise ratio in dB; nil without a signal.
func signalToNoise(_ original: some Sequence<Int>, _ decoded: some Sequence<Int>) -> Double? {
  var (signal, noise) = (0.0, 0.0)
  for (original, decoded) in zip(original, decoded) {
    signal += Double(original * original)
    noise += Double((original - decoded) * (original - decoded))
  }
  return signal > 0 ? 10 * log10(signal / noise) : nil
}
