import Glibc

/// Filters that weigh coding errors as the ear does beside a sound: strongly where its mask is low.
///
/// A filter is linear prediction of the inverted mask, after Atal and Schroeder (1979).
struct MaskingFilter {
  private let ear: EarModel
  /// For each frame the logarithm of the ear's sensitivity, line by line, 0 at the most.
  private let sensitivities: [[Double]]
  /// For each packet whether it is too quiet to hide anything.
  private let isQuiet: [Bool]

  /// The root mean square of packets whose errors are not weighted: −60 dB of full scale. Frames are
  /// longer than packets, so the mask that is known there may be that of a sound before or after.
  private static let quiet = 32.768

  /// - Parameter samples: one channel, ±32768.
  init(_ ear: EarModel, _ samples: [Double]) {
    self.ear = ear
    let silence = Array(repeating: 0.0, count: samples.count)
    let size = IMA4Layout.framesPerPacket
    isQuiet = stride(from: 0, to: samples.count, by: size).map { start in
      let power = samples[start..<min(start + size, samples.count)].reduce(0) { $0 + $1 * $1 }
      return power < Self.quiet * Self.quiet * Double(size)
    }
    sensitivities = (0...samples.count / ear.hop).map { frame in
      let first = frame * ear.hop - ear.frameCount / 2
      let power = ear.powers(samples, silence, at: first).0
      return Self.sensitivity(ear, mask: ear.mask(ear.bandPowers(power)))
    }
  }

  private static func sensitivity(_ ear: EarModel, mask: [Double]) -> [Double] {
    var band = 0
    let (pitches, logarithms) = (ear.bandPitches, mask.map { log($0) })
    let values = ear.linePitches.indices.map { line in
      let pitch = ear.linePitches[line]
      while band < pitches.count - 2, pitches[band + 1] < pitch { band += 1 }
      let part = (pitch - pitches[band]) / (pitches[band + 1] - pitches[band])
      let level =
        logarithms[band]
        + min(1, max(0, part)) * (logarithms[band + 1] - logarithms[band])
      return log(ear.outerEar[line]) - level
    }
    let greatest = values.max() ?? 0
    return values.map { $0 - greatest }
  }

  /// The 16 taps of each packet of 64 samples. They follow the first tap, which is 1.
  /// - Parameter strength: the power of the sensitivity that errors are weighted with.
  func taps(packetCount: Int, strength: Double) -> [Float] {
    let filters = sensitivities.map { taps($0, strength: strength) }
    let none = Array(repeating: Float(0), count: 16)
    return (0..<packetCount).flatMap { packet in
      // A last packet without a sample of its own gets no filter.
      guard packet < isQuiet.count, !isQuiet[packet] else { return none }
      let middle = Double(packet * IMA4Layout.framesPerPacket + IMA4Layout.framesPerPacket / 2)
      let frame = Int((middle / Double(ear.hop)).rounded())
      return filters[min(frame, filters.count - 1)]
    }
  }

  private func taps(_ sensitivity: [Double], strength: Double) -> [Float] {
    let order = ear.frameCount >= 1_024 ? 16 : ear.frameCount >= 512 ? 12 : 10
    // The lag window smooths the spectrum over 30 Hz.
    let correlation = ear.autocorrelation(sensitivity.map { exp(-strength * $0) })
      .prefix(order + 1).enumerated()
      .map { $1 * exp(-0.5 * pow(2 * .pi * 30 / ear.sampleRate * Double($0), 2)) }
    // Rounded, so that the last bit of a logarithm does not decide on a packet.
    let taps = Self.prediction(correlation).map { Float(($0 * 4_096).rounded() / 4_096) }
    return taps + Array(repeating: 0, count: 16 - order)
  }

  /// Levinson's recursion.
  private static func prediction(_ correlation: [Double]) -> [Double] {
    var taps = [1.0]
    var error = correlation[0] * (1 + 1e-9)
    for order in 1..<correlation.count {
      let sum = taps.indices.reduce(0.0) { $0 + taps[$1] * correlation[order - $1] }
      let reflection = -sum / error
      let before = taps + [0]
      taps = before.indices.map { before[$0] + reflection * before[order - $0] }
      error *= 1 - reflection * reflection
    }
    return Array(taps.dropFirst())
  }
}
