import FoundationEssentials
package import LinuxProcess
package import NotificationTypes

/// The dates of a request that repeats, around now.
package struct Occurrences: Sendable {
  /// The last date up to now.
  package let latest: DueTime
  /// The number of dates from the awaited one up to now; counted up to a limit.
  package let count: Int
  /// The first date after now; nil where there is none.
  package let next: DueTime?

  private static let maximumCount = 1_000

  /// - Returns: nil where the request does not repeat.
  package init?(
    of trigger: NotificationTrigger, since due: DueTime, at moment: Moment,
    timeZones: any TimeZoneSource
  ) throws(TimeZoneError) {
    guard trigger.repeats else { return nil }
    switch trigger {
    case .immediate, .push: return nil
    case .region(let region):
      self.init(latest: due, count: 1, next: .crossing(region: region.identifier))
    case .timeInterval(let interval): self.init(interval, due, moment)
    case .calendar(let calendar):
      self.init(calendar, due, moment, try calendar.zone(from: timeZones))
    }
  }

  /// The dates of a request whose zone is no longer in the tz database. This date counts, and the
  /// rule is tried again a day later, so that no repeating request ends because of it.
  package init(withoutZone due: DueTime, at moment: Moment) {
    let start = max(moment.wall, due.date ?? moment.wall)
    let days = ((start.timeIntervalSince(due.date ?? start)) / 86_400).rounded(.down) + 1
    let local: Int = if case .wall(_, let local) = due { local } else { 0 }
    self.init(
      latest: due, count: 1,
      next: .wall(
        date: (due.date ?? start) + days * 86_400, local: local + Int(days) * 86_400))
  }

  private init(latest: DueTime, count: Int, next: DueTime?) {
    self.latest = latest
    self.count = min(count, Self.maximumCount)
    self.next = next
  }

  private init(_ trigger: TimeIntervalTrigger, _ due: DueTime, _ moment: Moment) {
    let first = moment.elapsed - (due.lateness(at: moment) ?? .zero)
    let passed = max(0, (moment.elapsed - first) / trigger.interval)
    let whole = Int(passed)
    func time(_ index: Int) -> DueTime {
      let elapsed = first + trigger.interval * index
      return .elapsed(
        elapsed, boot: moment.boot,
        estimate: moment.wall + (elapsed - moment.elapsed).timeInterval)
    }
    self.init(
      latest: whole == 0 ? due : time(whole), count: whole + 1, next: time(whole + 1))
  }

  private init(
    _ trigger: CalendarTrigger, _ due: DueTime, _ moment: Moment, _ zone: TimeZoneRules
  ) {
    // After the clock was set back, the date that was just delivered does not come again.
    let start = due.date ?? moment.wall
    let now = max(moment.wall, start)
    var dates = Self.dates(of: trigger, from: start, to: now, zone)
    let count = dates.count + 1
    if count >= Self.maximumCount {
      // Does not step through years of minutes: it searches for the last date near the end.
      dates = Self.dates(of: trigger, from: Self.dateNear(now, trigger, zone), to: now, zone)
    }
    self.init(
      latest: dates.last ?? due, count: count,
      next: trigger.nextMatch(after: now, in: zone).map { DueTime($0) })
  }

  /// The dates after `start` and up to `end`, as far as they are counted.
  private static func dates(
    of trigger: CalendarTrigger, from start: Date, to end: Date, _ zone: TimeZoneRules
  ) -> [DueTime] {
    var dates: [DueTime] = []
    var date = start
    while dates.count < maximumCount - 1, let match = trigger.nextMatch(after: date, in: zone) {
      let due = DueTime(match)
      guard let next = due.date, next <= end else { break }
      dates.append(due)
      date = next
    }
    return dates
  }

  /// A moment before `end` with at least one date between, and not many.
  private static func dateNear(
    _ end: Date, _ trigger: CalendarTrigger, _ zone: TimeZoneRules
  ) -> Date {
    var window = 3_600.0
    while true {
      let start = end - window
      if let match = trigger.nextMatch(after: start, in: zone),
        Double(match.instant) <= end.timeIntervalSince1970
      {
        return start
      }
      window *= 4
    }
  }
}

extension DueTime {
  package init(_ match: CalendarMatch) {
    self = .wall(
      date: Date(timeIntervalSince1970: Double(match.instant)), local: match.local)
  }
}
