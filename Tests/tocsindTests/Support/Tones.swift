import AudioTypes
import Foundation

/// Sounds that can be told from one another in a recording, each a tone of its own.
struct Tones {
  static let amplitude = 0.5
  /// In seconds.
  static let length = 0.25

  let count: Int

  /// In Hz; apart by more than what a window of 20 ms blurs.
  func frequency(_ number: Int) -> Double { 600 + 160 * Double(number) }

  /// Writes `tone-0.wav`, `tone-1.wav` … into a folder.
  func write(to folder: String) throws {
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

  /// How often each tone begins in a recording.
  /// - Parameters:
  ///   - samples: of two channels, interleaved.
  ///   - gap: half windows of silence, 10 ms each, by which two sounds are told apart.
  func beginnings(in samples: [Int16], gap: Int = Self.gap) -> [Int] {
    let step = PulseServer.channelCount * Self.decimation
    let left = stride(from: 0, to: samples.count, by: step).map { Double(samples[$0]) / 32_768 }
    let shape = (0..<Self.window).map {
      0.5 - 0.5 * cos(2 * Double.pi * Double($0) / Double(Self.window))
    }
    var counts = [Int](repeating: 0, count: count)
    var silence = [Int](repeating: gap, count: count)
    for start in stride(from: 0, to: left.count - Self.window, by: Self.window / 2) {
      let part = left[start..<start + Self.window]
      // Nothing sounds most of the time.
      guard part.contains(where: { abs($0) > 0.05 }) else {
        for number in silence.indices { silence[number] += 1 }
        continue
      }
      let shaped = zip(part, shape).map { $0 * $1 }
      let amplitudes = (0..<count).map { amplitude(of: frequency($0), in: shaped) }
      // A tone that ends with its player ends with a click, which is a little of every tone.
      let least = max(0.1 * Self.amplitude, 0.5 * (amplitudes.max() ?? 0))
      for number in 0..<count {
        let isThere = amplitudes[number] > least
        if isThere, silence[number] >= gap { counts[number] += 1 }
        silence[number] = isThere ? 0 : silence[number] + 1
      }
    }
    return counts
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
