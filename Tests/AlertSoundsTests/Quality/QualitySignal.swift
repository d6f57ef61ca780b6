import AudioFormats
import Foundation
import TestSupport
import Testing

/// What alert sounds are made of, as 16-bit samples.
enum QualitySignal: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case sine, chirp, noise
  case quietNoise = "quiet noise"
  case square, clicks, chord
  case speech = "speech-like"
  case fade = "fade to silence"

  static let sampleRates = [8_000, 22_050, 44_100, 48_000, 96_000]

  var testDescription: String { rawValue }

  /// A third of a second, and no whole number of packets.
  func samples(sampleRate: Int, channels: Int) -> [Int32] {
    let frames = sampleRate / 3 / 64 * 64 + 21
    let rate = Double(sampleRate)
    let pcm =
      switch self {
      case .sine: Signals.sine(frames: frames, channels: channels, sampleRate: rate)
      case .chirp:
        Signals.chirp(to: rate * 0.4, frames: frames, channels: channels, sampleRate: rate)
      case .noise: Signals.noise(frames: frames, channels: channels)
      case .quietNoise: Signals.noise(amplitude: 0.01, frames: frames, channels: channels)
      case .square: Signals.square(amplitude: 0.8, frames: frames, channels: channels)
      case .clicks: Signals.clicks(every: 500, frames: frames, channels: channels)
      case .chord: Self.chord(frames, channels, rate)
      case .speech: Self.speech(frames, channels, rate)
      case .fade: Self.fade(frames, channels, rate)
      }
    return pcm.samples.map { Int32(max(-32_768, min(32_767, ($0 * 32_768).rounded()))) }
  }

  private static func chord(_ frames: Int, _ channels: Int, _ rate: Double) -> PCMBuffer {
    Signals.make(frames: frames, channels: channels) { frame, channel in
      [440.0, 554.37, 659.26].reduce(0) {
        $0 + 0.25 * sin(2 * .pi * $1 * Double(channel + 1) * Double(frame) / rate)
      }
    }
  }

  /// A voice of 120 Hz with formants at 700 and 1200 Hz, in syllables of a quarter second.
  private static func speech(_ frames: Int, _ channels: Int, _ rate: Double) -> PCMBuffer {
    Signals.make(frames: frames, channels: channels) { frame, channel in
      let time = Double(frame) / rate
      let syllable = pow(max(0, sin(2 * .pi * 4 * time)), 2)
      let glottis = pow(max(0, sin(2 * .pi * (120 + 15 * Double(channel)) * time)), 3)
      let tract = sin(2 * .pi * 700 * time) + 0.6 * sin(2 * .pi * 1_200 * time)
      return 0.45 * syllable * glottis * tract
    }
  }

  private static func fade(_ frames: Int, _ channels: Int, _ rate: Double) -> PCMBuffer {
    Signals.make(frames: frames, channels: channels) { frame, channel in
      let level = 0.9 * pow(10, -4 * Double(frame) / Double(frames))
      return level * sin(2 * .pi * 880 * Double(channel + 1) * Double(frame) / rate)
    }
  }
}
