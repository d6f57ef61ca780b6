import NotificationTypes

/// A local time that matches calendar components, and the instant at which the clock shows it.
package struct CalendarMatch: Sendable, Hashable {
  /// The local time of the match, in seconds since its own 1970-01-01 00:00.
  package let local: Int
  /// Seconds since 1970 UTC.
  package let instant: Int

  package init(local: Int, instant: Int) {
    self.local = local
    self.instant = instant
  }
}

/// Finds the matches of calendar components in a zone.
///
/// A zone's matches are the instants of all matching local times, after the gaps and overlaps of
/// its clock. So the search steps through local times, and never needs the length of a day. A time
/// that the clock shows twice counts the first time, but both times for a rule without an hour: it
/// rings each hour of a day that has 25.
struct CalendarSearch: Sendable {
  private let days: DayRule
  private let times: TimeOfDayRule

  init(_ components: CalendarComponents) {
    times = TimeOfDayRule(components)
    days = DayRule(components, isWholeDay: times.isMidnight)
  }

  /// The instants in which matches are searched: the years with four digits.
  static let instants = -62_135_596_800...253_402_300_799

  /// The first match later than `instant`; nil where there is none up to the year 9999.
  func first(after instant: Int, in zone: TimeZoneRules) -> CalendarMatch? {
    guard instant < Self.instants.upperBound else { return nil }
    let instant = max(instant, Self.instants.lowerBound)
    let match = firstShown(after: instant, in: zone)
    guard times.isInEachHour else { return match }
    return shownAgain(after: instant, before: match?.instant ?? .max, in: zone) ?? match
  }

  /// No overlap of a zone's clock is longer than this, in seconds.
  private static let longestOverlap = 26 * 3_600

  /// The first match between two instants at which the clock shows a local time for the second time.
  /// It showed that time the first time before them, so it is in an overlap that is near.
  private func shownAgain(
    after instant: Int, before limit: Int, in zone: TimeZoneRules
  ) -> CalendarMatch? {
    let limit = min(limit, instant + 2 * Self.longestOverlap)
    var segment = zone.segment(at: instant + 1)
    while segment.start < limit {
      let overlap =
        segment.start > Self.instants.lowerBound
        ? zone.segment(at: segment.start - 1).offset - segment.offset : 0
      let start = max(instant + 1, segment.start)
      let end = min(overlap > 0 ? segment.start + overlap : start, segment.end, limit)
      if start < end, let local = firstLocalTime(from: start + segment.offset),
        local - segment.offset < end
      {
        return CalendarMatch(local: local, instant: local - segment.offset)
      }
      guard segment.end < limit else { return nil }
      segment = zone.segment(at: segment.end)
    }
    return nil
  }

  /// The first match later than `instant` of local times that count once.
  private func firstShown(after instant: Int, in zone: TimeZoneRules) -> CalendarMatch? {
    var local = zone.earliestLocalTime(at: instant)
    var moved: CalendarMatch?
    while let candidate = firstLocalTime(from: local) {
      switch zone.resolve(candidate) {
      case .instant(let time) where time > instant:
        // A time that was moved over a gap may come before or after the next one that exists.
        let match = CalendarMatch(local: candidate, instant: time)
        return moved.map { $0.instant <= time ? $0 : match } ?? match
      case .gap(let time, let end) where time > instant:
        if moved.map({ time < $0.instant }) ?? true {
          moved = CalendarMatch(local: candidate, instant: time)
        }
        local = end
      default:
        local = candidate + 1
      }
    }
    return moved
  }

  /// The first local time from `local` on that matches.
  private func firstLocalTime(from local: Int) -> Int? {
    let day = floorDivide(local, by: 86_400)
    guard let first = days.first(from: day) else { return nil }
    if first > day { return times.first(from: 0).map { first * 86_400 + $0 } }
    if let time = times.first(from: local - day * 86_400) { return day * 86_400 + time }
    guard let next = days.first(from: day + 1) else { return nil }
    return times.first(from: 0).map { next * 86_400 + $0 }
  }
}
