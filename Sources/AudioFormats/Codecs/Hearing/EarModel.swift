import Glibc

/// The level up to which a noise is inaudible beside a sound, by the FFT ear model of ITU-R BS.1387
/// (basic version): outer ear, bands of a quarter Bark, spreading that depends on the level, and
/// the masking offset. It omits smearing in time, and has shorter frames.
struct EarModel: Sendable {
  let sampleRate: Double
  /// Samples of a frame.
  let frameCount: Int
  /// Samples from one frame to the next.
  var hop: Int { frameCount / 4 }
  /// The pitch in Bark of each line of the spectrum, and the factor of the outer ear for its power.
  let linePitches: [Double]
  let outerEar: [Double]
  /// For each band its middle in Bark.
  let bandPitches: [Double]

  private let bands: [Band]
  private let transform: FourierTransform
  private let window: [Double]
  /// The factor that gives the peak of a full-scale sine, 32768, the power of 92 dB of sound
  /// pressure.
  private let gain: Double
  /// The factor by which spreading raises a flat excitation.
  private let flat: [Double]

  private struct Band: Sendable {
    /// Its part of each line from the first one on.
    let firstLine: Int
    let parts: [Double]
    let internalNoise: Double
    /// The ratio of the mask to the excitation.
    let offset: Double
    /// dB a Bark upwards, at an excitation of 0 dB.
    let slope: Double
  }

  /// Hz. Below, too few bands are left for a mask.
  static let lowestRate = 8_000.0

  /// - Throws: `CodecError.limit` for a rate below ``lowestRate``.
  init(sampleRate: Double) throws(CodecError) {
    guard sampleRate >= Self.lowestRate else {
      throw .limit("encoding and measuring for hearing need 8000 Hz or more, not \(sampleRate) Hz")
    }
    self.sampleRate = sampleRate
    let frameCount = sampleRate >= 32_000 ? 1_024 : sampleRate >= 16_000 ? 512 : 256
    self.frameCount = frameCount
    transform = FourierTransform(count: frameCount)
    window = (0..<frameCount).map {
      0.5 - 0.5 * cos(2 * .pi * Double($0) / Double(frameCount))
    }
    gain = pow(10, 9.2) / pow(Double(frameCount) / 4 * 32_768, 2)
    let spacing = sampleRate / Double(frameCount)
    let lines = (0...frameCount / 2).map { Double($0) * spacing }
    linePitches = lines.map(Self.pitch)
    outerEar = lines.map(Self.outerEar)
    let edges = Self.edges(below: min(18_000, sampleRate / 2))
    bands = edges.indices.dropLast().map {
      Self.band($0, from: edges[$0], to: edges[$0 + 1], spacing: spacing)
    }
    bandPitches = zip(edges, edges.dropFirst()).map { ($0 + $1) / 2 }
    flat = Self.spread(Array(repeating: 1, count: bands.count), slopes: bands.map(\.slope))
  }

  /// Bark of a frequency in Hz (Schroeder, Atal, Hall 1979).
  private static func pitch(_ frequency: Double) -> Double { 7 * asinh(frequency / 650) }

  /// Bark at the edges of all bands.
  private static func edges(below top: Double) -> [Double] {
    Array(stride(from: pitch(80), to: pitch(top), by: 0.25)) + [pitch(top)]
  }

  private static func outerEar(_ frequency: Double) -> Double {
    // Frequencies above the bands are inaudible, but the formula would go on falling.
    let kilohertz = min(24, max(0.02, frequency / 1_000))
    let decibels =
      -0.6 * 3.64 * pow(kilohertz, -0.8) + 6.5 * exp(-0.6 * pow(kilohertz - 3.3, 2))
      - 1e-3 * pow(kilohertz, 3.6)
    return pow(10, decibels / 10)
  }

  private static func band(
    _ number: Int, from low: Double, to high: Double, spacing: Double
  ) -> Band {
    let (bottom, top) = (650 * sinh(low / 7), 650 * sinh(high / 7))
    let middle = 650 * sinh((low + high) / 14)
    let firstLine = Int((bottom / spacing + 0.5).rounded(.down))
    let lastLine = max(firstLine, Int((top / spacing - 0.5).rounded(.up)))
    let parts = (firstLine...lastLine).map { line in
      let start = max(bottom, (Double(line) - 0.5) * spacing)
      return max(0, min(top, (Double(line) + 0.5) * spacing) - start) / spacing
    }
    let bark = 0.25 * Double(number)
    return Band(
      firstLine: firstLine, parts: parts,
      internalNoise: pow(10, 0.4 * 0.364 * pow(middle / 1_000, -0.8)),
      offset: pow(10, -(bark <= 12 ? 3 : 0.25 * bark) / 10), slope: -24 - 230 / middle)
  }

  /// The power spectra of two signals' frames, which start at `first` in both.
  func powers(_ one: [Double], _ another: [Double], at first: Int) -> ([Double], [Double]) {
    var real = Array(repeating: 0.0, count: frameCount)
    var imaginary = real
    for offset in max(0, -first)..<max(0, -first, min(frameCount, one.count - first)) {
      real[offset] = one[first + offset] * window[offset]
      imaginary[offset] = another[first + offset] * window[offset]
    }
    transform.transform(&real, &imaginary)
    var powers = ([Double](), [Double]())
    for line in 0...frameCount / 2 {
      let mirrored = line == 0 ? 0 : frameCount - line
      let (a, b) = (real[line] + real[mirrored], imaginary[line] - imaginary[mirrored])
      let (c, d) = (imaginary[line] + imaginary[mirrored], real[mirrored] - real[line])
      powers.0.append(gain * (a * a + b * b) / 4)
      powers.1.append(gain * (c * c + d * d) / 4)
    }
    return powers
  }

  /// The power that reaches each band after the outer ear.
  func bandPowers(_ power: [Double]) -> [Double] {
    bands.map { band in
      band.parts.indices.reduce(into: 0.0) { sum, part in
        let line = min(band.firstLine + part, power.count - 1)
        sum += band.parts[part] * power[line] * outerEar[line]
      }
    }
  }

  /// The noise in each band that a sound with these powers just hides.
  func mask(_ bandPowers: [Double]) -> [Double] {
    let excitation = zip(bandPowers, bands).map { $0 + $1.internalNoise }
    let spread = Self.spread(excitation, slopes: bands.map(\.slope))
    return bands.indices.map { spread[$0] / flat[$0] * bands[$0].offset }
  }

  /// Spreads each band's power over the bands around it and adds them up with the exponent 0.4.
  private static func spread(_ excitation: [Double], slopes: [Double]) -> [Double] {
    let count = excitation.count
    let downwards = pow(10, -2.7 * 0.25), downwardsRoot = pow(downwards, 0.4)
    var sums = Array(repeating: 0.0, count: count)
    for (source, power) in excitation.enumerated() {
      let slope = min(-4, slopes[source] + 2 * log10(max(power, 1e-12)))
      let upwards = pow(10, slope / 40)
      let total =
        (1 - pow(downwards, Double(source + 1))) / (1 - downwards)
        + upwards * (1 - pow(upwards, Double(count - 1 - source))) / (1 - upwards)
      let root = pow(power / total, 0.4), upwardsRoot = pow(upwards, 0.4)
      var part = root
      for band in source..<count {
        sums[band] += part
        part *= upwardsRoot
      }
      part = root * downwardsRoot
      for band in (0..<source).reversed() {
        sums[band] += part
        part *= downwardsRoot
      }
    }
    return sums.map { pow($0, 2.5) }
  }

  /// The discrete Fourier transform of a power spectrum: the autocorrelation, from lag 0 on.
  func autocorrelation(_ power: [Double]) -> [Double] {
    var real = (0..<frameCount).map { power[min($0, frameCount - $0)] }
    var imaginary = Array(repeating: 0.0, count: frameCount)
    transform.transform(&real, &imaginary)
    return real
  }
}
