/// The parts of a date and a time of day that a calendar trigger waits for, in the Gregorian
/// calendar.
///
/// A part that is not given matches anything if a finer one is given; parts finer than the finest
/// given one are at their beginning. So `hour` 7 alone is every day at 07:00:00, `minute` 30 alone
/// is half past every hour, `day` 1 with `hour` 9 is the first of every month at 09:00:00, and
/// `month` 3 alone is the first of March at midnight.
///
/// A date that a year or a month does not have (30 February, the 31st of a short month, week 53) is
/// skipped in that one.
public struct CalendarComponents: Codable, Sendable, Hashable {
  /// 1...9999.
  public var year: Int?
  /// 1 (January to March) to 4.
  public var quarter: Int?
  /// 1...12.
  public var month: Int?
  /// The day of the month, 1...31.
  public var day: Int?
  /// The day of the year, 1...366.
  public var dayOfYear: Int?
  /// 1 (Sunday) to 7 (Saturday), as in Apple's calendar.
  public var weekday: Int?
  /// The number of its weekday in the month, 1...5: with `weekday` 2, the first Monday is 1.
  public var weekdayOrdinal: Int?
  /// The week of the month, 0...6, counted by ``weekRule``; 0 are the days before the first.
  public var weekOfMonth: Int?
  /// The week of ``yearForWeekOfYear``, 1...53, counted by ``weekRule``.
  public var weekOfYear: Int?
  /// The year that the week belongs to, 1...9999, counted by ``weekRule``.
  public var yearForWeekOfYear: Int?
  /// 0...23.
  public var hour: Int?
  /// 0...59.
  public var minute: Int?
  /// 0...59.
  public var second: Int?
  /// The rule for counting weeks; nil is ISO 8601.
  public var weekRule: WeekRule?

  /// Parts of a date; they are checked when a ``CalendarTrigger`` is made of them.
  public init(
    year: Int? = nil, quarter: Int? = nil, month: Int? = nil, day: Int? = nil,
    dayOfYear: Int? = nil, weekday: Int? = nil, weekdayOrdinal: Int? = nil,
    weekOfMonth: Int? = nil, weekOfYear: Int? = nil, yearForWeekOfYear: Int? = nil,
    hour: Int? = nil, minute: Int? = nil, second: Int? = nil, weekRule: WeekRule? = nil
  ) {
    self.year = year
    self.quarter = quarter
    self.month = month
    self.day = day
    self.dayOfYear = dayOfYear
    self.weekday = weekday
    self.weekdayOrdinal = weekdayOrdinal
    self.weekOfMonth = weekOfMonth
    self.weekOfYear = weekOfYear
    self.yearForWeekOfYear = yearForWeekOfYear
    self.hour = hour
    self.minute = minute
    self.second = second
    self.weekRule = weekRule
  }

  /// - Throws: ``TriggerError`` if all are absent, or a value is outside its range.
  func check() throws(TriggerError) {
    let parts: [(name: String, value: Int?, range: ClosedRange<Int>)] = [
      ("year", year, 1...9999), ("quarter", quarter, 1...4), ("month", month, 1...12),
      ("day", day, 1...31), ("dayOfYear", dayOfYear, 1...366), ("weekday", weekday, 1...7),
      ("weekdayOrdinal", weekdayOrdinal, 1...5), ("weekOfMonth", weekOfMonth, 0...6),
      ("weekOfYear", weekOfYear, 1...53), ("yearForWeekOfYear", yearForWeekOfYear, 1...9999),
      ("hour", hour, 0...23), ("minute", minute, 0...59), ("second", second, 0...59),
    ]
    guard parts.contains(where: { $0.value != nil }) else { throw .noComponents }
    for part in parts {
      if let value = part.value, !part.range.contains(value) {
        throw .componentOutOfRange(part.name, value, part.range)
      }
    }
    try weekRule?.check()
  }
}

/// The rule for counting the weeks of a year and of a month.
public struct WeekRule: Codable, Sendable, Hashable {
  /// 1 (Sunday) to 7 (Saturday).
  public var firstWeekday: Int
  /// The minimum number of days of the new year or month in its first week, 1...7.
  public var minimumDaysInFirstWeek: Int

  /// Weeks from Monday; the first week has four days or more (ISO 8601:2019, 4.2.2).
  public static let iso8601 = WeekRule(firstWeekday: 2, minimumDaysInFirstWeek: 4)
  /// Weeks from Sunday; the first week is the one with the first day: the custom in the United
  /// States.
  public static let fromSunday = WeekRule(firstWeekday: 1, minimumDaysInFirstWeek: 1)

  /// A rule; ``CalendarTrigger`` refuses one outside the ranges.
  public init(firstWeekday: Int, minimumDaysInFirstWeek: Int) {
    self.firstWeekday = firstWeekday
    self.minimumDaysInFirstWeek = minimumDaysInFirstWeek
  }

  fileprivate func check() throws(TriggerError) {
    guard (1...7).contains(firstWeekday) else {
      throw .componentOutOfRange("firstWeekday", firstWeekday, 1...7)
    }
    guard (1...7).contains(minimumDaysInFirstWeek) else {
      throw .componentOutOfRange("minimumDaysInFirstWeek", minimumDaysInFirstWeek, 1...7)
    }
  }
}
