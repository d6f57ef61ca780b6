/// A zone in the form of the environment's TZ (POSIX.1-2017, 8.3), with the extensions of RFC 9636,
/// 3.3.1, for the hour of a change.
struct POSIXTimeZone: Sendable, Hashable {
  /// Seconds east of UTC.
  let standardOffset: Int
  /// Nil where the clocks never change.
  let daylight: Daylight?

  struct Daylight: Sendable, Hashable {
    /// Seconds east of UTC.
    let offset: Int
    let start: YearlyChange
    let end: YearlyChange
  }

  /// A moment of each year, on the clock that is in force until then.
  struct YearlyChange: Sendable, Hashable {
    enum Day: Sendable, Hashable {
      /// 1...365; 29 February is not counted.
      case julian(Int)
      /// 0...365.
      case ofYear(Int)
      /// Week 5 is the last; weekday 0 is Sunday.
      case ofMonth(month: Int, week: Int, weekday: Int)
    }

    let day: Day
    /// Seconds from midnight, −167 h to 167 h.
    let time: Int

    /// Seconds since 1970-01-01 00:00 on the clock in force.
    func localTime(in year: Int) -> Int {
      let newYear = CivilDate(year: year, month: 1, day: 1).dayNumber
      switch day {
      case .julian(let number):
        let isBehindLeapDay = number >= 60 && CivilDate.isLeap(year)
        return (newYear + number - 1 + (isBehindLeapDay ? 1 : 0)) * 86_400 + time
      case .ofYear(let number):
        return (newYear + number) * 86_400 + time
      case .ofMonth(let month, let week, let weekday):
        let first = CivilDate(year: year, month: month, day: 1).dayNumber
        let lead = modulo(weekday - CivilDate.weekday(ofDayNumber: first), 7)
        var day = lead + (week - 1) * 7
        if day >= CivilDate.dayCount(ofMonth: month, in: year) { day -= 7 }
        return (first + day) * 86_400 + time
      }
    }
  }

  /// The time between two changes around `instant`, cut off at `earliest`.
  func segment(at instant: Int, notBefore earliest: Int) -> TimeZoneRules.Segment {
    guard let daylight else {
      return .init(start: earliest, end: .max, offset: standardOffset)
    }
    // Far years are like those 400 years nearer; no date of a trigger is that far.
    let year = CivilDate(dayNumber: floorDivide(instant, by: 86_400)).year
    var start = Int.min
    var offset = standardOffset
    for change in changes(of: daylight, around: year) {
      if change.instant > instant {
        return .init(start: max(start, earliest), end: change.instant, offset: offset)
      }
      start = change.instant
      offset = change.offset
    }
    return .init(start: max(start, earliest), end: .max, offset: offset)
  }

  /// The changes of the years around `year`, ascending, each with the offset after it.
  private func changes(
    of daylight: Daylight, around year: Int
  ) -> [(instant: Int, offset: Int)] {
    var changes: [(instant: Int, offset: Int)] = []
    changes.reserveCapacity(8)
    for year in year - 2...year + 1 {
      let start = daylight.start.localTime(in: year) - standardOffset
      let end = daylight.end.localTime(in: year) - daylight.offset
      if start < end {
        changes.append((start, daylight.offset))
        changes.append((end, standardOffset))
      } else {
        changes.append((end, standardOffset))
        changes.append((start, daylight.offset))
      }
    }
    return changes
  }
}
