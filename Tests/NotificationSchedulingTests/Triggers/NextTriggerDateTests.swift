import Foundation
import NotificationScheduling
import NotificationTypes
import Testing
import Triggers

@Suite("The next date of a trigger, in cases that a reader can check")
struct NextTriggerDateTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let zone: String
    let components: CalendarComponents
    let after: String
    let dates: [String]

    var testDescription: String { name }
  }

  static let cases = [
    Case(
      name: "02:30 is skipped in New York: 03:30", zone: "America/New_York",
      components: .init(hour: 2, minute: 30), after: "2026-03-07T08:00:00Z",
      dates: ["2026-03-08T07:30:00Z", "2026-03-09T06:30:00Z"]),
    Case(
      name: "01:30 comes twice in New York: the first one", zone: "America/New_York",
      components: .init(hour: 1, minute: 30), after: "2026-10-31T12:00:00Z",
      dates: ["2026-11-01T05:30:00Z", "2026-11-02T06:30:00Z"]),
    Case(
      name: "asked between the two 01:30", zone: "America/New_York",
      components: .init(hour: 1, minute: 30), after: "2026-11-01T05:45:00Z",
      dates: ["2026-11-02T06:30:00Z"]),
    Case(
      name: "half an hour is skipped on Lord Howe: 02:15 becomes 03:15",
      zone: "Australia/Lord_Howe",
      components: .init(hour: 2, minute: 15), after: "2026-10-03T00:00:00Z",
      dates: ["2026-10-03T16:15:00Z", "2026-10-04T15:15:00Z"]),
    Case(
      name: "two hours are skipped at Troll: 01:30 becomes 03:30", zone: "Antarctica/Troll",
      components: .init(hour: 1, minute: 30), after: "2026-03-28T12:00:00Z",
      dates: ["2026-03-29T01:30:00Z", "2026-03-29T23:30:00Z"]),
    Case(
      name: "a day is skipped in Apia: its 07:00 is that of the next day, once",
      zone: "Pacific/Apia", components: .init(hour: 7), after: "2011-12-29T12:00:00Z",
      dates: ["2011-12-29T17:00:00Z", "2011-12-30T17:00:00Z", "2011-12-31T17:00:00Z"]),
    Case(
      name: "the half hours around a gap, none twice", zone: "Europe/Berlin",
      components: .init(minute: 30), after: "2026-03-29T00:00:00Z",
      dates: ["2026-03-29T00:30:00Z", "2026-03-29T01:30:00Z", "2026-03-29T02:30:00Z"]),
    Case(
      name: "each hour of a day of 25", zone: "Europe/Berlin", components: .init(minute: 30),
      after: "2026-10-25T00:00:00Z",
      dates: [
        "2026-10-25T00:30:00Z", "2026-10-25T01:30:00Z", "2026-10-25T02:30:00Z",
      ]),
    Case(
      name: "each half hour on Lord Howe's day of 24½, where 01:45 comes twice",
      zone: "Australia/Lord_Howe", components: .init(minute: 45), after: "2026-04-04T13:50:00Z",
      dates: ["2026-04-04T14:45:00Z", "2026-04-04T15:15:00Z", "2026-04-04T16:15:00Z"]),
    Case(
      name: "each minute of an hour that comes twice, of a Sunday alone", zone: "America/New_York",
      components: .init(weekday: 1, second: 10), after: "2026-11-01T05:58:30Z",
      dates: ["2026-11-01T05:59:10Z", "2026-11-01T06:00:10Z", "2026-11-01T06:01:10Z"]),
    Case(
      name: "Ramadan in Casablanca: the clocks go back in February", zone: "Africa/Casablanca",
      components: .init(hour: 2, minute: 30), after: "2026-02-14T12:00:00Z",
      dates: ["2026-02-15T01:30:00Z", "2026-02-16T02:30:00Z"]),
    Case(
      name: "Dublin's winter time", zone: "Europe/Dublin",
      components: .init(hour: 1, minute: 30), after: "2026-03-28T12:00:00Z",
      dates: ["2026-03-29T01:30:00Z", "2026-03-30T00:30:00Z"]),
    Case(
      name: "the 31st, in long months alone", zone: "UTC", components: .init(day: 31, hour: 9),
      after: "2026-01-01T00:00:00Z",
      dates: ["2026-01-31T09:00:00Z", "2026-03-31T09:00:00Z", "2026-05-31T09:00:00Z"]),
    Case(
      name: "29 February, with no leap year in 2100", zone: "UTC",
      components: .init(month: 2, day: 29), after: "2095-01-01T00:00:00Z",
      dates: ["2096-02-29T00:00:00Z", "2104-02-29T00:00:00Z"]),
    Case(
      name: "a month alone is its first day", zone: "UTC", components: .init(month: 3),
      after: "2026-03-02T00:00:00Z", dates: ["2027-03-01T00:00:00Z", "2028-03-01T00:00:00Z"]),
    Case(
      name: "a month and an hour are every day of it", zone: "UTC",
      components: .init(month: 3, hour: 8), after: "2026-03-31T07:00:00Z",
      dates: ["2026-03-31T08:00:00Z", "2027-03-01T08:00:00Z"]),
    Case(
      name: "a second of each minute of an hour", zone: "UTC",
      components: .init(hour: 23, second: 5), after: "2026-05-01T23:58:30Z",
      dates: ["2026-05-01T23:59:05Z", "2026-05-02T23:00:05Z"]),
    Case(
      name: "the end of the years", zone: "UTC", components: .init(month: 12, day: 31),
      after: "9998-06-01T00:00:00Z", dates: ["9998-12-31T00:00:00Z", "9999-12-31T00:00:00Z"]),
  ]

  private static func date(_ text: String) throws -> Date {
    try Date(text, strategy: .iso8601)
  }

  @Test("Calendar triggers", arguments: cases)
  func calendar(_ given: Case) throws {
    let zone = try TimeZoneDatabase(folder: "/usr/share/zoneinfo").zone(given.zone)
    let trigger = try CalendarTrigger(given.components, repeats: true)
    var date = try Self.date(given.after)
    for expected in given.dates {
      date = try #require(trigger.nextTriggerDate(after: date, in: zone))
      #expect(date == (try Self.date(expected)))
    }
  }

  @Test("A date that never comes, and one that is over, have no next date")
  func never() throws {
    for components in [
      CalendarComponents(month: 2, day: 30), .init(year: 2_020), .init(month: 4, dayOfYear: 200),
      .init(year: 2_027, month: 2, day: 29),
    ] {
      let trigger = try CalendarTrigger(components, repeats: true)
      #expect(trigger.nextTriggerDate(after: ManualClock.start, in: .utc) == nil)
    }
  }

  @Test("A fraction of a second before a date, that date is the next one")
  func fractions() throws {
    let trigger = try CalendarTrigger(.init(hour: 13))
    let date = ManualClock.start + 3_600
    #expect(trigger.nextTriggerDate(after: date - 0.000_1, in: .utc) == date)
    #expect(trigger.nextTriggerDate(after: date, in: .utc) == date + 86_400)
    #expect(trigger.nextTriggerDate(after: .distantFuture, in: .utc) != nil)
    #expect(trigger.nextTriggerDate(after: Date(timeIntervalSince1970: 1e300), in: .utc) == nil)
  }

  @Test("The other triggers: at once, after the interval, never by the clock")
  func others() throws {
    let zones = try ManualZones()
    let start = ManualClock.start
    #expect(
      try NotificationTrigger.immediate.nextTriggerDate(after: start, timeZones: zones) == start)
    let interval = try Host.interval(90)
    #expect(try interval.nextTriggerDate(after: start, timeZones: zones) == start + 90)
    let region = NotificationTrigger.region(
      try RegionTrigger(identifier: "home", latitude: 0, longitude: 0, radius: 1))
    #expect(try region.nextTriggerDate(after: start, timeZones: zones) == nil)
    let floating = try Host.calendar(.init(hour: 15), zone: nil)
    // 12:00 UTC is 14:00 in Berlin.
    #expect(try floating.nextTriggerDate(after: start, timeZones: zones) == start + 3_600)
  }
}
