import Foundation
import NotificationScheduling
import NotificationTypes
import Testing
import Triggers

@testable import LegacyNotifications

@Suite("Repeats by units of the calendar are those of Foundation's calendar")
struct StrideOracleTests {
  /// Zones whose clocks change at different hours, by half an hour, by two, and not at all.
  static let zones = [
    "America/New_York", "Europe/Berlin", "Europe/London", "Australia/Lord_Howe",
    "Antarctica/Troll", "America/Sao_Paulo", "Asia/Kathmandu", "Pacific/Chatham",
    "Africa/Casablanca", "Etc/UTC",
  ]

  private static let units: [(NSCalendar.Unit, Calendar.Component, Int)] = [
    (.minute, .minute, 1), (.hour, .hour, 1), (.day, .day, 1), (.weekOfYear, .day, 7),
    (.month, .month, 1), (.quarter, .month, 3), (.year, .year, 1),
  ]

  /// Starts whose days and times are not there everywhere, and some that are.
  private static let starts: [CalendarComponents] = [
    .init(year: 2026, month: 1, day: 31, hour: 2, minute: 30, second: 0),
    .init(year: 2024, month: 2, day: 29, hour: 7, minute: 15, second: 30),
    .init(year: 2026, month: 3, day: 1, hour: 1, minute: 45, second: 0),
    .init(year: 2026, month: 10, day: 30, hour: 0, minute: 0, second: 0),
    .init(year: 2026, month: 8, day: 17, hour: 23, minute: 59, second: 59),
  ]

  @Test("D48, D49: over three hundred repeats and all changes of the clocks", arguments: zones)
  func oracle(zone: String) throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(identifier: zone))
    for start in Self.starts {
      let first = try #require(
        calendar.date(
          from: DateComponents(
            year: start.year, month: start.month, day: start.day, hour: start.hour,
            minute: start.minute, second: start.second)))
      for (unit, component, length) in Self.units {
        let trigger = try CalendarTrigger(
          start, repeats: true, timeZone: zone, every: CalendarStride(interval: unit))
        var date = first - 1
        for index in 0..<300 {
          let next = try NotificationTrigger.calendar(trigger)
            .nextTriggerDate(after: date, timeZones: TimeZoneDatabase.system)
          let wanted = calendar.date(byAdding: component, value: index * length, to: first)
          try #require(
            next == wanted, "\(zone), \(start), \(unit), \(index): \(wanted as Any)")
          date = try #require(next)
        }
      }
    }
  }

  @Test("D49: the Mac's intervals: one part of a date, by any number")
  func intervals() {
    #expect(
      CalendarStride(interval: DateComponents(minute: 15)) == CalendarStride(.minute, count: 15))
    #expect(
      CalendarStride(interval: DateComponents(weekOfYear: 2)) == CalendarStride(.week, count: 2))
    #expect(
      CalendarStride(interval: DateComponents(quarter: 1)) == CalendarStride(.month, count: 3))
    #expect(CalendarStride(interval: DateComponents(second: 30)) == nil)
    #expect(CalendarStride(interval: DateComponents(day: 1, hour: 1)) == nil)
    #expect(CalendarStride(interval: DateComponents(day: -1)) == nil)
  }

  @Test("A stride needs a first date, a number and a trigger that repeats; its JSON comes back")
  func form() throws {
    let start = Self.starts[0]
    #expect(throws: TriggerError.strideWithoutStart) {
      try CalendarTrigger(.init(hour: 7), repeats: true, every: CalendarStride(.day))
    }
    #expect(throws: TriggerError.strideWithoutStart) {
      try CalendarTrigger(start, every: CalendarStride(.day))
    }
    #expect(throws: TriggerError.self) {
      try CalendarTrigger(start, repeats: true, every: CalendarStride(.day, count: 0))
    }
    let trigger = try CalendarTrigger(start, repeats: true, every: CalendarStride(.week, count: 2))
    let data = try JSONEncoder().encode(trigger)
    #expect(try JSONDecoder().decode(CalendarTrigger.self, from: data) == trigger)
  }

  @Test("Years later the next date is found at once, and after the year 9999 there is none")
  func far() throws {
    let trigger = try CalendarTrigger(
      .init(year: 2026, month: 1, day: 1, hour: 7), repeats: true, timeZone: "Etc/UTC",
      every: CalendarStride(.minute))
    let date = Date(timeIntervalSince1970: 4_102_444_830)
    let next = try NotificationTrigger.calendar(trigger)
      .nextTriggerDate(after: date, timeZones: TimeZoneDatabase.system)
    #expect(next == date + 30)
    let end = Date(timeIntervalSince1970: 253_402_300_790)
    #expect(
      try NotificationTrigger.calendar(trigger)
        .nextTriggerDate(after: end, timeZones: TimeZoneDatabase.system) == nil)
  }
}
