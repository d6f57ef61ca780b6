public import AudioFormats
import Foundation

/// Test signals: each a function of the frame and the channel, full scale ±1.
public enum Signals {
  /// A sine; each further channel is a fifth higher.
  public static func sine(
    frequency: Double = 440, amplitude: Double = 0.5, frames: Int, channels: Int = 1,
    sampleRate: Double = 44_100
  ) -> PCMBuffer {
    make(frames: frames, channels: channels) { frame, channel in
      let pitch = frequency * pow(1.5, Double(channel))
      return amplitude * sin(2 * .pi * pitch * Double(frame) / sampleRate)
    }
  }

  /// White noise.
  public static func noise(
    amplitude: Double = 0.5, frames: Int, channels: Int = 1, seed: UInt64 = 1
  ) -> PCMBuffer {
    var generator = SeededGenerator(seed: seed)
    return make(frames: frames, channels: channels) { _, _ in
      .random(in: -amplitude...amplitude, using: &generator)
    }
  }

  /// A square wave.
  public static func square(
    period: Int = 100, amplitude: Double = 1, frames: Int, channels: Int = 1
  ) -> PCMBuffer {
    make(frames: frames, channels: channels) { frame, _ in
      frame % period < period / 2 ? amplitude : -amplitude
    }
  }

  /// Single samples of full scale in silence.
  public static func clicks(every period: Int = 1_000, frames: Int, channels: Int = 1) -> PCMBuffer
  {
    make(frames: frames, channels: channels) { frame, _ in frame % period == period / 2 ? 1 : 0 }
  }

  /// A sine that rises from 50 Hz to `top` Hz.
  public static func chirp(
    to top: Double = 8_000, amplitude: Double = 0.5, frames: Int, channels: Int = 1,
    sampleRate: Double = 44_100
  ) -> PCMBuffer {
    let seconds = Double(frames) / sampleRate
    return make(frames: frames, channels: channels) { frame, _ in
      let time = Double(frame) / sampleRate
      return amplitude * sin(2 * .pi * (50 * time + (top - 50) * time * time / (2 * seconds)))
    }
  }

  /// Frames of zeros.
  public static func silence(frames: Int, channels: Int = 1) -> PCMBuffer {
    make(frames: frames, channels: channels) { _, _ in 0 }
  }

  /// A buffer whose samples `value` computes.
  public static func make(
    frames: Int, channels: Int, _ value: (_ frame: Int, _ channel: Int) -> Double
  ) -> PCMBuffer {
    let samples = (0..<frames).flatMap { frame in (0..<channels).map { value(frame, $0) } }
    return PCMBuffer(channelCount: channels, samples: samples)
  }
}
