/// Due when the wall clock shows these components.
public struct CalendarTrigger: Sendable, Hashable {
  /// The date and time that the wall clock must show.
  public let components: CalendarComponents
  /// Whether it waits for the next match after each one.
  public let repeats: Bool
  /// An identifier of the tz database, such as `Europe/Berlin`; nil floats: the time is that of the
  /// zone which the device is in.
  public let timeZone: String?
  /// Nil is every date that shows the components. Else they are a first date (year, month, day and a
  /// time of day), and this counts from there; where a month or a year does not have the day, its last
  /// one counts.
  public let every: CalendarStride?

  /// - Throws: ``TriggerError`` if no component is given, or one is outside its range, or there is
  ///   a stride without a first date.
  public init(
    _ components: CalendarComponents, repeats: Bool = false, timeZone: String? = nil,
    every: CalendarStride? = nil
  ) throws(TriggerError) {
    try components.check()
    try every?.check(components, repeats: repeats)
    self.every = every
    self.components = components
    self.repeats = repeats
    self.timeZone = timeZone
  }
}

extension CalendarTrigger: Codable {
  private enum CodingKeys: String, CodingKey { case components, repeats, timeZone, every }

  /// Reads the JSON form.
  /// - Throws: `DecodingError`, ``TriggerError`` where no component is given, or one is outside its
  ///   range.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    try self.init(
      try container.decode(CalendarComponents.self, forKey: .components),
      repeats: try container.decodeIfPresent(Bool.self, forKey: .repeats) ?? false,
      timeZone: try container.decodeIfPresent(String.self, forKey: .timeZone),
      every: try container.decodeIfPresent(CalendarStride.self, forKey: .every))
  }
}
