import Foundation
import NotificationTypes

/// The dates of a request that repeats, around now.
struct Occurrences: Sendable {
  /// The last date up to now.
  let latest: DueTime
  /// How many dates there were from the one that was waited for up to now; counted up to a limit.
  let count: Int
  /// The first date behind now; nil where there is none.
  let next: DueTime?

  private static let greatestCount = 1_000

  /// - Returns: nil where the request does not repeat.
  init?(
    of trigger: NotificationTrigger, since due: DueTime, at moment: Moment,
    timeZones: any TimeZoneSource
  ) throws(TimeZoneError) {
    guard trigger.repeats else { return nil }
    switch trigger {
    case .immediate: return nil
    case .region(let region):
      self.init(latest: due, count: 1, next: .crossing(region: region.identifier))
    case .timeInterval(let interval): self.init(interval, due, moment)
    case .calendar(let calendar):
      self.init(calendar, due, moment, try calendar.zone(from: timeZones))
    }
  }

  private init(latest: DueTime, count: Int, next: DueTime?) {
    self.latest = latest
    self.count = min(count, Self.greatestCount)
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
    var last = Self.recent(trigger, from: start, to: now, zone)
    var count = last == nil ? 1 : 2
    while let date = last?.date, let match = trigger.nextMatch(after: date, in: zone) {
      let next = DueTime(match)
      guard let nextDate = next.date, nextDate <= now else { break }
      last = next
      count += 1
    }
    self.init(
      latest: last ?? due, count: count,
      next: trigger.nextMatch(after: now, in: zone).map { DueTime($0) })
  }

  /// A date of the trigger behind `start` and up to `end`: the first one if they are few, else one
  /// that is near the end. Years of minutes are not walked through.
  private static func recent(
    _ trigger: CalendarTrigger, from start: Date, to end: Date, _ zone: TimeZoneRules
  ) -> DueTime? {
    var window = 24 * 3_600.0
    while true {
      let from = max(start, end - window)
      if let match = trigger.nextMatch(after: from, in: zone) {
        let due = DueTime(match)
        if let date = due.date, date <= end { return due }
      }
      if from == start { return nil }
      window *= 8
    }
  }
}

extension DueTime {
  init(_ match: CalendarMatch) {
    self = .wall(
      date: Date(timeIntervalSince1970: Double(match.instant)), local: match.local)
  }
}
