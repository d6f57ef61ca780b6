import NotificationTypes

/// The days that calendar components match.
struct DayRule: Sendable {
  private let components: CalendarComponents
  private let weeks: WeekCount
  /// Whether the finest given part is a week or coarser. Then only the first day of each run of
  /// matching days counts.
  private let isFirstOfRun: Bool

  /// The number of months after which the calendar repeats; days that do not match by then never
  /// do.
  private static let monthsInEra = 400 * 12

  init(_ components: CalendarComponents, isWholeDay: Bool) {
    self.components = components
    weeks = WeekCount(components.weekRule ?? .iso8601)
    let hasDay =
      components.day != nil || components.weekday != nil || components.dayOfYear != nil
    isFirstOfRun = isWholeDay && !hasDay
  }

  /// The first matching day from `dayNumber` on; nil where there is none.
  func first(from dayNumber: Int) -> Int? {
    let start = CivilDate(dayNumber: dayNumber)
    var year = start.year
    var month = start.month
    var firstDay = start.day
    if let wanted = earliestYear, year < wanted {
      (year, month, firstDay) = (wanted, 1, 1)
    }
    for _ in 0...Self.monthsInEra {
      guard year <= CivilDate.years.upperBound, !isBehindLastYear(year) else { return nil }
      if let found = first(in: month, of: year, from: firstDay) { return found }
      firstDay = 1
      month += 1
      if month > 12 { (year, month) = (year + 1, 1) }
    }
    return nil
  }

  /// A week of a year may begin in the year before.
  private var earliestYear: Int? {
    components.year ?? components.yearForWeekOfYear.map { max($0 - 1, 1) }
  }

  private func isBehindLastYear(_ year: Int) -> Bool {
    if let wanted = components.year, year > wanted { return true }
    if let wanted = components.yearForWeekOfYear, year > wanted + 1 { return true }
    return false
  }

  private func first(in month: Int, of year: Int, from firstDay: Int) -> Int? {
    guard components.month == nil || components.month == month,
      components.quarter == nil || components.quarter == (month + 2) / 3
    else { return nil }
    let dayCount = CivilDate.dayCount(ofMonth: month, in: year)
    let newMonth = CivilDate(year: year, month: month, day: 1).dayNumber
    let days = components.day.map { $0...$0 } ?? 1...dayCount
    for day in days where day >= firstDay && day <= dayCount {
      let number = newMonth + day - 1
      if matches(number, CivilDate(year: year, month: month, day: day)) { return number }
    }
    return nil
  }

  private func matches(_ number: Int, _ date: CivilDate) -> Bool {
    guard hasParts(number, date) else { return false }
    return !isFirstOfRun || !hasParts(number - 1, CivilDate(dayNumber: number - 1))
      || isUnconstrained
  }

  /// Whether no part of the date is given, so that every day matches.
  private var isUnconstrained: Bool {
    components.year == nil && components.quarter == nil && components.month == nil
      && components.weekdayOrdinal == nil && components.weekOfMonth == nil
      && components.weekOfYear == nil && components.yearForWeekOfYear == nil
  }

  private func hasParts(_ number: Int, _ date: CivilDate) -> Bool {
    func holds(_ wanted: Int?, _ actual: @autoclosure () -> Int) -> Bool {
      wanted.map { $0 == actual() } ?? true
    }
    return holds(components.year, date.year) && holds(components.month, date.month)
      && holds(components.quarter, (date.month + 2) / 3) && holds(components.day, date.day)
      && holds(components.weekday, CivilDate.weekday(ofDayNumber: number) + 1)
      && holds(components.weekdayOrdinal, (date.day + 6) / 7)
      && holds(
        components.dayOfYear,
        number - CivilDate(year: date.year, month: 1, day: 1).dayNumber + 1)
      && holds(components.weekOfMonth, weeks.weekOfMonth(number, date))
      && holds(components.weekOfYear, weeks.weekOfYear(number, date).week)
      && holds(components.yearForWeekOfYear, weeks.weekOfYear(number, date).year)
  }
}

/// The rules by which weeks are counted.
private struct WeekCount: Sendable {
  private let rule: WeekRule

  init(_ rule: WeekRule) { self.rule = rule }

  /// The day on which the first week of a period begins, whose first day is `first`.
  private func firstWeek(of first: Int) -> Int {
    let lead = modulo(CivilDate.weekday(ofDayNumber: first) + 1 - rule.firstWeekday, 7)
    return first - lead + (7 - lead >= rule.minimumDaysInFirstWeek ? 0 : 7)
  }

  /// 0 for the days before the first week.
  func weekOfMonth(_ number: Int, _ date: CivilDate) -> Int {
    floorDivide(number - firstWeek(of: number - date.day + 1), by: 7) + 1
  }

  func weekOfYear(_ number: Int, _ date: CivilDate) -> (year: Int, week: Int) {
    for year in [date.year + 1, date.year, date.year - 1] {
      let start = firstWeek(of: CivilDate(year: year, month: 1, day: 1).dayNumber)
      if number >= start { return (year, (number - start) / 7 + 1) }
    }
    preconditionFailure("a day is never before the first week of the year before its own")
  }
}
