import Glibc

/// The signal-to-noise ratio of a coded sound: its power over that of the coding error.
public struct SignalToNoise: Sendable {
  private var signal = 0.0
  private var noise = 0.0

  public init() {}

  /// Takes samples and what became of them; what stands behind the shorter one is left out.
  public mutating func add(_ original: some Sequence<Double>, _ decoded: some Sequence<Double>) {
    for (original, decoded) in zip(original, decoded) {
      signal += original * original
      noise += (original - decoded) * (original - decoded)
    }
  }

  /// Ratio in dB; infinite where nothing was lost, nil where there was no signal.
  public var decibels: Double? { signal > 0 ? 10 * log10(signal / noise) : nil }
}
