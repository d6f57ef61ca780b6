/// The reason why a sound has no loudness.
public enum LoudnessError: Error, Hashable, Sendable {
  /// A rate in Hz outside those that are measured.
  case sampleRate(Double, measured: ClosedRange<Double>)
  /// No channels, or more than are measured.
  case channelCount(Int, maximum: Int)
  /// libebur128 is not installed.
  case libraryMissing
  case noMemory
}

extension LoudnessError: CustomStringConvertible {
  /// The reason and the remedy, as a sentence without a full stop.
  public var description: String {
    switch self {
    case .sampleRate(let rate, let measured):
      "no loudness: the rate is \(Self.text(rate)) Hz; \(Self.text(measured.lowerBound)) to "
        + "\(Self.text(measured.upperBound)) Hz are measured"
    case .channelCount(let count, let maximum):
      "no loudness: \(count) channels; 1 to \(maximum) are measured"
    case .libraryMissing: "no loudness: libebur128 is not installed (libebur128-1)"
    case .noMemory: "no loudness: there is no memory left"
    }
  }

  private static func text(_ rate: Double) -> String {
    Int64(exactly: rate).map(String.init) ?? "\(rate)"
  }
}
