/// The condition that makes a request due.
///
/// In JSON it is an object whose key `type` is `immediate`, `timeInterval`, `calendar`, `region` or `push`.
public enum NotificationTrigger: Sendable, Hashable {
  /// At once.
  case immediate
  /// After some elapsed time.
  case timeInterval(TimeIntervalTrigger)
  /// At a date and time of day.
  case calendar(CalendarTrigger)
  /// Due at the border of a region; the program that knows the position reports the crossing.
  case region(RegionTrigger)
  /// Due at once, when it has arrived from a server.
  case push

  /// Whether it makes its request due more than once.
  public var repeats: Bool {
    switch self {
    case .immediate, .push: false
    case .timeInterval(let trigger): trigger.repeats
    case .calendar(let trigger): trigger.repeats
    case .region(let trigger): trigger.repeats
    }
  }
}

/// The reason why a trigger cannot be made.
public enum TriggerError: Error, Equatable, CustomStringConvertible {
  /// A time interval that is not over 0 s or longer than a hundred years.
  case intervalOutOfRange
  /// A repeating time interval under 60 s.
  case repeatingIntervalTooShort
  /// All components are absent.
  case noComponents
  /// A component outside its range: its name, its value and the range.
  case componentOutOfRange(String, Int, ClosedRange<Int>)
  /// Something is counted from a first date, which is not given, or does not repeat.
  case strideWithoutStart
  /// A region whose centre or radius does not exist, or that reports no crossing.
  case invalidRegion

  /// The error, as a sentence without a full stop.
  public var description: String {
    switch self {
    case .intervalOutOfRange: "a time interval must be more than 0 s and at most 100 years"
    case .repeatingIntervalTooShort: "a time interval must be at least 60 s if repeating"
    case .noComponents: "a calendar trigger needs a component"
    case .componentOutOfRange(let name, let value, let range):
      "\(name) is \(value), outside \(range.lowerBound)...\(range.upperBound)"
    case .strideWithoutStart:
      "a stride needs a first date (year, month and day), and a trigger that repeats"
    case .invalidRegion:
      "a region needs a latitude within 90°, a longitude within 180°, a radius over 0 m, "
        + "and to report entry or exit"
    }
  }
}

extension NotificationTrigger: Codable {
  private enum Kind: String, Codable { case immediate, timeInterval, calendar, region, push }
  private enum CodingKeys: String, CodingKey { case type }

  /// Reads the JSON form.
  /// - Throws: `DecodingError`, ``TriggerError`` for a trigger that cannot be made.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    switch try container.decode(Kind.self, forKey: .type) {
    case .immediate: self = .immediate
    case .timeInterval: self = .timeInterval(try TimeIntervalTrigger(from: decoder))
    case .calendar: self = .calendar(try CalendarTrigger(from: decoder))
    case .region: self = .region(try RegionTrigger(from: decoder))
    case .push: self = .push
    }
  }

  /// Writes the JSON form: the key `type`, and the keys of the trigger.
  /// - Throws: any error from the encoder.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .immediate: try container.encode(Kind.immediate, forKey: .type)
    case .push: try container.encode(Kind.push, forKey: .type)
    case .timeInterval(let trigger):
      try container.encode(Kind.timeInterval, forKey: .type)
      try trigger.encode(to: encoder)
    case .calendar(let trigger):
      try container.encode(Kind.calendar, forKey: .type)
      try trigger.encode(to: encoder)
    case .region(let trigger):
      try container.encode(Kind.region, forKey: .type)
      try trigger.encode(to: encoder)
    }
  }
}
