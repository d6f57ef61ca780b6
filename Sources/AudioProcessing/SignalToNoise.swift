import Glibc

/// The signal-to-noise ratio of a coded sound: its power over that of the coding error.
public struct SignalToNoise: Sendable {
  private var signal = 0.0
  private var noise = 0.0

  /// A measurement that has seen no sample.
  public init() {}

  /// Adds samples and their decoded values; the rest of the longer array is ignored.
  ///
  /// Takes arrays, not sequences: a generic function of another module would be called for each
  /// sample.
  public mutating func add(_ original: [Double], _ decoded: [Double]) {
    for index in 0..<min(original.count, decoded.count) {
      let error = original[index] - decoded[index]
      signal += original[index] * original[index]
      noise += error * error
    }
  }

  /// The ratio in dB; infinite where nothing was lost, nil where there was no signal.
  public var decibels: Double? { signal > 0 ? 10 * log10(signal / noise) : nil }
}
