import AudioFormats
import Foundation
import TestSupport

/// Sounds that can be told from one another in a recording, each a tone of its own.
struct Tones {
  static let amplitude = 0.5
  /// In seconds.
  static let length = 0.25

  let count: Int

  /// In Hz; apart by more than what a window of 20 ms blurs.
  func frequency(_ number: Int) -> Double { 600 + 160 * Double(number) }

  /// Writes `tone-0.wav`, `tone-1.wav` … among the sounds of an app.
  func write(for app: String, in box: Box) throws {
    let folder = box.folder.path("home/\(app)/Library/Sounds")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let rate = PulseServer.sampleRate
    for number in 0..<count {
      let step = 2 * Double.pi * frequency(number) / Double(rate)
      let samples = (0..<Int(Self.length * Double(rate))).map {
        Self.amplitude * sin(step * Double($0))
      }
      let sound = Samples16(PCMBuffer(channelCount: 1, samples: samples), sampleRate: rate)
      try Data(sound.wave).write(to: URL(fileURLWithPath: "\(folder)/tone-\(number).wav"))
    }
  }

  private static let decimation = 4
  /// Of decimated samples: 20 ms.
  private static let window = PulseServer.sampleRate / decimation / 50
  /// Half windows of silence by which two sounds are told apart: 150 ms, for a busy machine stutters.
  static let gap = 15

  /// How often each tone begins in a recording. A busy machine's server runs dry in the middle of a sound,
  /// for longer than a gap at times: what is heard after it is no other sound if the whole is no longer
  /// than one.
  /// - Parameters:
  ///   - samples: of two channels, interleaved.
  ///   - gap: half windows of silence, 10 ms each, by which two sounds are told apart.
  func beginnings(in samples: [Int16], gap: Int = Self.gap) -> [Int] {
    let windows = windows(of: samples)
    return (0..<count).map { number in
      var (beginnings, pieces, heard, silence) = (0, 0, 0, gap)
      for index in windows.indices {
        guard hears(number, at: index, in: windows) else {
          silence += 1
          continue
        }
        heard += 1
        pieces += silence > 0 ? 1 : 0
        beginnings += silence >= gap ? 1 : 0
        silence = 0
      }
      // A piece is heard some 12 ms longer than it is.
      let length = 0.01 * Double(heard) - 0.012 * Double(pieces)
      return min(beginnings, max(1, Int((length / Self.length - 0.12).rounded(.up))))
    }
  }

  /// When each tone is heard for the first time in such a recording, in seconds.
  func starts(in samples: [Int16]) -> [Double?] {
    let windows = windows(of: samples)
    return (0..<count).map { number in
      windows.indices.first { hears(number, at: $0, in: windows) }.map { 0.01 * Double($0) }
    }
  }

  /// What is loud in 20 ms of a recording.
  private struct Window {
    var strongest: Int?
    var loud: Set<Int> = []
  }

  /// A tone that a busy machine tears off after a few milliseconds is a little of every tone: only the
  /// strongest of a window is there for sure, others are if the next window beside it has them, too.
  private func hears(_ number: Int, at index: Int, in windows: [Window]) -> Bool {
    guard windows[index].loud.contains(number) else { return false }
    return windows[index].strongest == number
      || [index - 2, index + 2].contains {
        windows.indices.contains($0) && windows[$0].loud.contains(number)
      }
  }

  /// One each 10 ms.
  private func windows(of samples: [Int16]) -> [Window] {
    let step = PulseServer.channelCount * Self.decimation
    let left = stride(from: 0, to: samples.count, by: step).map { Double(samples[$0]) / 32_768 }
    let shape = (0..<Self.window).map {
      0.5 - 0.5 * cos(2 * Double.pi * Double($0) / Double(Self.window))
    }
    return stride(from: 0, to: left.count - Self.window, by: Self.window / 2).map { start in
      let part = left[start..<start + Self.window]
      // Nothing sounds most of the time.
      guard part.contains(where: { abs($0) > 0.05 }) else { return Window() }
      let shaped = zip(part, shape).map { $0 * $1 }
      let amplitudes = (0..<count).map { amplitude(of: frequency($0), in: shaped) }
      // A tone that ends with its player ends with a click, which is a little of every tone.
      let most = amplitudes.max() ?? 0
      let least = max(0.1 * Self.amplitude, 0.5 * most)
      return Window(
        strongest: amplitudes.firstIndex(of: most),
        loud: Set(amplitudes.indices.filter { amplitudes[$0] > least }))
    }
  }

  /// Goertzel's algorithm.
  private func amplitude(of frequency: Double, in samples: [Double]) -> Double {
    let rate = Double(PulseServer.sampleRate / Self.decimation)
    let factor = 2 * cos(2 * Double.pi * frequency / rate)
    var (last, before) = (0.0, 0.0)
    for sample in samples { (last, before) = (sample + factor * last - before, last) }
    let power = last * last + before * before - factor * last * before
    // Half of it is in the shape of the window, half in the negative frequencies.
    return 4 * max(0, power).squareRoot() / Double(samples.count)
  }
}
