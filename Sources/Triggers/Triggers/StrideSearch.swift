import NotificationTypes

/// Finds the dates at multiples of a stride after a first one.
struct StrideSearch: Sendable {
  private let stride: CalendarStride
  /// The first date, in seconds since the clock's own 1970-01-01 00:00.
  private let start: Int
  private let day: CivilDate

  /// - Parameter components: contain year, month and day; missing parts of the time of day are 0.
  init(_ stride: CalendarStride, from components: CalendarComponents) {
    self.stride = stride
    let year = components.year ?? 1
    let month = components.month ?? 1
    day = CivilDate(
      year: year, month: month,
      day: min(components.day ?? 1, CivilDate.dayCount(ofMonth: month, in: year)))
    let hour = (components.hour ?? 0) * 3_600
    start = day.dayNumber * 86_400 + hour + (components.minute ?? 0) * 60 + (components.second ?? 0)
  }

  /// The first date later than `instant`; nil where there is none up to the year 9999.
  func first(after instant: Int, in zone: TimeZoneRules) -> CalendarMatch? {
    switch stride.unit {
    case .minute: elapsed(60 * stride.count, after: instant, zone)
    case .hour: elapsed(3_600 * stride.count, after: instant, zone)
    case .day, .week, .month, .year: wall(after: instant, zone)
    }
  }

  private func elapsed(_ length: Int, after instant: Int, _ zone: TimeZoneRules) -> CalendarMatch? {
    let first = Self.instant(of: start, zone)
    let index = instant < first ? 0 : (instant - first) / length + 1
    let time = first + index * length
    guard time <= CalendarSearch.instants.upperBound else { return nil }
    return CalendarMatch(local: time + zone.offset(at: time), instant: time)
  }

  private func wall(after instant: Int, _ zone: TimeZoneRules) -> CalendarMatch? {
    // A stride is longer than any change of a zone's clock, so two strides before are early enough.
    var index = max(0, estimate(zone.earliestLocalTime(at: instant)) - 2)
    while let local = local(index) {
      let time = Self.instant(of: local, zone)
      if time > instant { return CalendarMatch(local: local, instant: time) }
      index += 1
    }
    return nil
  }

  /// The approximate number of strides before a local time.
  private func estimate(_ local: Int) -> Int {
    let date = CivilDate(dayNumber: floorDivide(local, by: 86_400))
    let months = (date.year - day.year) * 12 + date.month - day.month
    return switch stride.unit {
    case .minute, .hour, .day: floorDivide(local - start, by: 86_400) / stride.count
    case .week: floorDivide(local - start, by: 7 * 86_400) / stride.count
    case .month: months / stride.count
    case .year: months / 12 / stride.count
    }
  }

  private func local(_ index: Int) -> Int? {
    let steps = index * stride.count
    let date: CivilDate
    switch stride.unit {
    case .minute, .hour, .day: date = CivilDate(dayNumber: day.dayNumber + steps)
    case .week: date = CivilDate(dayNumber: day.dayNumber + 7 * steps)
    case .month: date = later(by: steps)
    case .year: date = later(by: 12 * steps)
    }
    guard date.year <= CivilDate.years.upperBound else { return nil }
    return date.dayNumber * 86_400 + modulo(start, 86_400)
  }

  private func later(by months: Int) -> CivilDate {
    let (years, month) = (day.month - 1 + months).quotientAndRemainder(dividingBy: 12)
    let year = day.year + years
    let last = CivilDate.dayCount(ofMonth: month + 1, in: year)
    return CivilDate(year: year, month: month + 1, day: min(day.day, last))
  }

  private static func instant(of local: Int, _ zone: TimeZoneRules) -> Int {
    switch zone.resolve(local) {
    case .instant(let time), .gap(let time, _): time
    }
  }
}
