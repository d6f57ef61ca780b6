/// Due after some elapsed time; time in which the device sleeps counts, setting its clock does not.
public struct TimeIntervalTrigger: Sendable, Hashable {
  /// The interval: over 0 s, in whole microseconds.
  public let interval: Duration
  /// Whether it starts again each time that it is over.
  public let repeats: Bool

  /// The shortest interval that may repeat, as on Apple's systems.
  public static let shortestRepeat = Duration.seconds(60)
  /// A hundred Julian years; longer intervals are refused.
  public static let longest = Duration.seconds(3_155_760_000)

  /// - Throws: ``TriggerError`` where the interval is out of range, or repeats and is under 60 s.
  public init(_ interval: Duration, repeats: Bool = false) throws(TriggerError) {
    guard interval > .zero, interval <= Self.longest else { throw .intervalOutOfRange }
    guard !repeats || interval >= Self.shortestRepeat else { throw .repeatingIntervalTooShort }
    let (seconds, attoseconds) = interval.components
    let microseconds = (attoseconds + 999_999_999_999) / 1_000_000_000_000
    self.interval = .seconds(seconds) + .microseconds(microseconds)
    self.repeats = repeats
  }
}

extension TimeIntervalTrigger: Codable {
  private enum CodingKeys: String, CodingKey { case seconds, repeats }

  /// Reads the JSON form: `seconds`, with a fraction, and `repeats`.
  /// - Throws: `DecodingError`, ``TriggerError`` where the interval is out of range, or repeats and
  ///   is under 60 s.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let seconds = try container.decode(Double.self, forKey: .seconds)
    let limit = Double(Self.longest.components.seconds)
    guard seconds > 0, seconds <= limit else { throw TriggerError.intervalOutOfRange }
    let microseconds = Int64((seconds * 1e6).rounded())
    try self.init(
      .microseconds(microseconds),
      repeats: try container.decodeIfPresent(Bool.self, forKey: .repeats) ?? false)
  }

  /// Writes `seconds` and `repeats`.
  /// - Throws: any error from the encoder.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    let (seconds, attoseconds) = interval.components
    // The microseconds of a century are fewer than 2^53, so a double holds them exactly.
    let microseconds = seconds * 1_000_000 + attoseconds / 1_000_000_000_000
    try container.encode(Double(microseconds) / 1e6, forKey: .seconds)
    try container.encode(repeats, forKey: .repeats)
  }
}
