import Foundation
import NotificationTypes
import Synchronization
import Testing

@testable import NotificationScheduling
@testable import Triggers

@Suite("Trigger dates are those of an independent calculator, in every zone, over ten years")
struct TriggerOracleTests {
  /// 2026-01-01 to 2036-01-01, UTC.
  private static let decade = (first: 1_767_225_600, last: 2_082_758_400)

  /// Gaps and overlaps lie at 00:00, 01:00, 02:00 and 03:00 in most zones.
  private static let rules: [CalendarComponents] = [
    .init(hour: 7, minute: 30),
    .init(hour: 2, minute: 30),
    .init(hour: 0),
    .init(hour: 1, minute: 59, second: 59),
    .init(weekday: 1, hour: 2, minute: 15),
    .init(weekday: 1, hour: 3),
    .init(weekday: 6),
    .init(day: 31, hour: 1, minute: 15),
    .init(day: 1),
    .init(month: 2, day: 29, hour: 12),
    .init(month: 3),
    .init(quarter: 2),
    .init(year: 2_027),
    .init(dayOfYear: 366, hour: 23, minute: 59),
    .init(weekday: 1, weekdayOrdinal: 1, hour: 2),
    .init(weekdayOrdinal: 3),
    .init(month: 3, weekday: 1, minute: 45),
    .init(month: 10, weekday: 1, minute: 30),
    .init(month: 4, weekday: 1, hour: 2, second: 10),
    .init(month: 11, weekday: 1, minute: 0),
    .init(month: 4, weekday: 1, minute: 59, second: 59),
    .init(weekday: 2, weekOfYear: 53, hour: 6),
    .init(weekOfYear: 10, weekRule: .fromSunday),
    .init(weekday: 5, weekOfMonth: 2, hour: 9),
    .init(weekOfMonth: 5, hour: 21, weekRule: .fromSunday),
    .init(yearForWeekOfYear: 2_028, hour: 12, minute: 5),
    .init(month: 2, day: 30),
  ]

  @Test("All rules, in two halves of the database", arguments: 0..<2)
  func decade(half: Int) throws {
    let oracle = try Oracle()
    let zones = try oracle.zones().enumerated().filter { $0.offset % 2 == half }.map(\.element)
    #expect(zones.count > 240)
    let expected = try oracle.dates(
      of: Self.rules, in: zones, after: Self.decade.first, through: Self.decade.last)
    let database = TimeZoneDatabase(folder: "/usr/share/zoneinfo")
    for (zone, expected) in zip(zones, expected) {
      let found = try datesOfAllRules(in: database.zone(zone))
      for (rule, (found, expected)) in zip(Self.rules, zip(found, expected))
      where found != expected {
        let first = zip(found, expected).first { $0 != $1 }
        Issue.record(
          "\(zone), \(rule): \(found.count) of \(expected.count), first \(String(describing: first))"
        )
      }
    }
  }

  /// What was found, by what the clocks do in the decade: most zones share that with another one, and
  /// the dates depend on nothing else.
  private static let known = Mutex<[[Int]: [[Int]]]>([:])

  private func datesOfAllRules(in zone: TimeZoneRules) throws -> [[Int]] {
    let changes = clockChanges(of: zone)
    if let found = Self.known.withLock({ $0[changes] }) { return found }
    let found = try Self.rules.map { try dates(of: $0, in: zone) }
    Self.known.withLock { $0[changes] = found }
    return found
  }

  /// The instants at which the clocks change, each with the offset from there on; a week before the
  /// decade and one after it are part of it.
  private func clockChanges(of zone: TimeZoneRules) -> [Int] {
    let week = 7 * 86_400
    var changes: [Int] = []
    var instant = Self.decade.first - week
    while instant < Self.decade.last + week {
      let segment = zone.segment(at: instant)
      changes += [max(segment.start, Self.decade.first - week), segment.offset]
      instant = segment.end
    }
    return changes
  }

  /// All dates of the decade, each asked for after the one before.
  private func dates(of components: CalendarComponents, in zone: TimeZoneRules) throws -> [Int] {
    let trigger = try CalendarTrigger(components, repeats: true)
    var dates: [Int] = []
    var date = Date(timeIntervalSince1970: Double(Self.decade.first))
    while let next = trigger.nextTriggerDate(after: date, in: zone) {
      let seconds = Int(next.timeIntervalSince1970)
      guard seconds <= Self.decade.last else { break }
      dates.append(seconds)
      date = next
    }
    return dates
  }
}
