import AudioFormats
import Glibc

/// The sound for a machine without any readable sound file: one stroke of a bell, computed.
enum BuiltInBell {
  private static let sampleRate = 44_100.0
  private static let seconds = 0.9
  /// The partials of a small bell: ratio to the strike tone, level, seconds to fall by 60 dB.
  private static let partials = [(1.0, 0.45, 0.9), (2.0, 0.2, 0.6), (2.76, 0.15, 0.4)]

  static let sound = DecodedSound(
    sampleRate: sampleRate, channelCount: 1, samples: .integers(samples))

  private static var samples: [Int16] {
    let count = Int(seconds * sampleRate)
    return (0..<count).map { frame in
      let time = Double(frame) / sampleRate
      let sum = partials.reduce(0) { sum, partial in
        let (ratio, level, decay) = partial
        return sum + level * exp(-6.9 * time / decay) * sin(2 * .pi * 880 * ratio * time)
      }
      // The end is ramped: a step would be a click.
      let ramp = min(1, Double(count - frame) / (0.05 * sampleRate))
      return Int16((sum * ramp * 32_767).rounded())
    }
  }
}
