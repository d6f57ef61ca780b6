/// A time of the day, on the wall clock.
public struct TimeOfDay: Hashable, Comparable, Codable, Sendable {
  /// Minutes since midnight, 0 to 1,439.
  public let minutes: Int

  /// 00:00, the first minute of a day.
  public static let midnight = TimeOfDay(minutes: 0)

  private init(minutes: Int) { self.minutes = minutes }

  /// A time of the day; nil where it does not exist.
  public init?(hour: Int, minute: Int) {
    guard (0..<24).contains(hour), (0..<60).contains(minute) else { return nil }
    minutes = hour * 60 + minute
  }

  /// Reads `HH:MM`.
  public init?(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ $0.count == 2 && $0.allSatisfy(\.isASCIIDigit) }),
      let hour = Int(parts[0]), let minute = Int(parts[1])
    else { return nil }
    self.init(hour: hour, minute: minute)
  }

  /// Earlier in the same day.
  public static func < (left: TimeOfDay, right: TimeOfDay) -> Bool { left.minutes < right.minutes }

  /// Reads `HH:MM`.
  /// - Throws: `DecodingError` for any other text.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let time = TimeOfDay(text) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "'\(text)' is not a time such as 22:00")
    }
    self = time
  }

  /// Writes `HH:MM`.
  /// - Throws: what the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

extension TimeOfDay: CustomStringConvertible {
  /// `HH:MM`.
  public var description: String { "\(twoDigits(minutes / 60)):\(twoDigits(minutes % 60))" }

  private func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

/// The quiet part of each day.
public struct QuietHours: Hashable, Codable, Sendable {
  /// The first quiet moment.
  public var start: TimeOfDay
  /// The first moment after the quiet part. Where it is before the start, it is on the next day;
  /// where it is the start, no moment is quiet.
  public var end: TimeOfDay

  /// The hours from `start` to just before `end`, over midnight where `end` is earlier.
  public init(start: TimeOfDay, end: TimeOfDay) {
    self.start = start
    self.end = end
  }

  /// Whether a time of the day is quiet.
  public func contains(_ time: TimeOfDay) -> Bool {
    start <= end ? start <= time && time < end : start <= time || time < end
  }
}

extension Character {
  fileprivate var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}
