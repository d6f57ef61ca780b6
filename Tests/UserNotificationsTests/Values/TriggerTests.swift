import AppleSourcesSwift5
import AppleSourcesSwift6
import Foundation
import NotificationTypes
import RegionTypes
import Testing

@testable import UserNotifications

@Suite("Triggers by Apple's names")
struct TriggerTests {
  @Test("D47: five seconds are five seconds, from now", arguments: [5, 0.001, 86_400])
  func interval(seconds: TimeInterval) throws {
    let trigger = UNTimeIntervalNotificationTrigger(timeInterval: seconds, repeats: false)
    guard case .timeInterval(let stored) = trigger.value else {
      Issue.record("no time interval")
      return
    }
    #expect(stored.interval == .seconds(seconds) && !stored.repeats)
    let before = Date()
    let next = try #require(trigger.nextTriggerDate())
    #expect(next >= before + seconds && next <= Date() + seconds)
  }

  @Test("A repeating interval of 59 s ends the program with Apple's sentence")
  func shortRepeat() async throws {
    let result = try #require(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = UNTimeIntervalNotificationTrigger(timeInterval: 59, repeats: true)
      })
    let text = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(text.contains("time interval must be at least 60 if repeating"))
  }

  @Test("An interval of 0 s ends the program with Apple's sentence")
  func noInterval() async throws {
    let result = try #require(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = UNTimeIntervalNotificationTrigger(timeInterval: 0, repeats: false)
      })
    let text = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(text.contains("time interval must be greater than 0"))
  }

  @Test("A repeating interval of 60 s is taken")
  func shortestRepeat() throws {
    let trigger = UNTimeIntervalNotificationTrigger(timeInterval: 60, repeats: true)
    #expect(trigger.repeats)
    #expect(trigger.value == .timeInterval(try TimeIntervalTrigger(.seconds(60), repeats: true)))
  }

  @Test("An interval of more than a century is never over")
  func endless() {
    let trigger = UNTimeIntervalNotificationTrigger(timeInterval: 1e300, repeats: false)
    #expect(trigger.value == nil)
  }

  @Test("D49: daily, weekly and monthly dates repeat, and have a next date")
  func repetition() throws {
    let now = Date(timeIntervalSince1970: 1_780_000_000)
    let all = [
      UNCalendarNotificationTrigger(dateMatching: DateComponents(hour: 7), repeats: true),
      weekly(2, hour: 9),
      UNCalendarNotificationTrigger(dateMatching: DateComponents(day: 1, hour: 9), repeats: true),
    ]
    let spans = [1.0, 7, 31].map { $0 * 86_400 + 7_200 }
    for (trigger, span) in zip(all, spans) {
      let next = try #require(trigger.nextTriggerDate(after: now))
      #expect(next > now && next <= now + span && trigger.repeats)
    }
  }

  @Test("A date that has passed has no next date")
  func past() {
    let trigger = UNCalendarNotificationTrigger(
      dateMatching: DateComponents(year: 2020, month: 1, day: 1), repeats: false)
    #expect(trigger.nextTriggerDate() == nil)
  }

  @Test("D48: a date with a zone has the zone's time, a date without one floats")
  func zones() throws {
    var parts = DateComponents(year: 2030, month: 7, day: 1, hour: 12)
    parts.timeZone = TimeZone(identifier: "Asia/Tokyo")
    let fixed = UNCalendarNotificationTrigger(dateMatching: parts, repeats: false)
    #expect(fixed.nextTriggerDate() == Date(timeIntervalSince1970: 1_909_105_200))
    guard case .calendar(let stored) = fixed.value else {
      Issue.record("no calendar")
      return
    }
    #expect(stored.timeZone == "Asia/Tokyo")
    parts.timeZone = nil
    let floating = UNCalendarNotificationTrigger(dateMatching: parts, repeats: false)
    #expect(floating.value?.timeZone == .some(nil))
  }

  @Test(
    "D48: a zone of whole hours from Greenwich is one of the tz database", arguments: [-5, 0, 9])
  func hours(hours: Int) throws {
    var parts = DateComponents(year: 2030, month: 7, day: 1, hour: 12)
    parts.timeZone = TimeZone(secondsFromGMT: hours * 3600)
    let trigger = UNCalendarNotificationTrigger(dateMatching: parts, repeats: false)
    // 2030-07-01 12:00 UTC.
    #expect(
      trigger.nextTriggerDate() == Date(timeIntervalSince1970: 1_909_137_600 - Double(hours) * 3600)
    )
  }

  @Test("A zone of half hours from Greenwich has its time, and comes back", arguments: [5.5, -3.5])
  func halfHours(hours: Double) throws {
    let zone = try #require(TimeZone(secondsFromGMT: Int(hours * 3600)))
    var parts = DateComponents(year: 2030, month: 7, day: 1, hour: 12)
    parts.timeZone = zone
    let trigger = UNCalendarNotificationTrigger(dateMatching: parts, repeats: false)
    #expect(trigger.nextTriggerDate() == Date(timeIntervalSince1970: 1_909_137_600 - hours * 3600))
    let again = UNNotificationTrigger.apple(try #require(trigger.value))
    #expect((again as? UNCalendarNotificationTrigger)?.dateComponents.timeZone == zone)
  }

  @Test("Components come back from the store as they went in")
  func components() throws {
    var parts = DateComponents(
      year: 2030, month: 7, day: 1, hour: 12, minute: 30, second: 15, weekday: 2, weekdayOrdinal: 1,
      quarter: 3)
    parts.dayOfYear = 182
    parts.timeZone = TimeZone(identifier: "Europe/Berlin")
    let trigger = UNCalendarNotificationTrigger(dateMatching: parts, repeats: true)
    let value = try #require(trigger.value)
    let again = try #require(
      UNNotificationTrigger.apple(value) as? UNCalendarNotificationTrigger)
    #expect(again.dateComponents == parts && again == trigger)
  }

  @Test("Weeks are counted by the calendar of the components")
  func weeks() {
    var calendar = Calendar(identifier: .gregorian)
    calendar.firstWeekday = 1
    calendar.minimumDaysInFirstWeek = 1
    var parts = DateComponents(weekday: 1, weekOfYear: 7)
    parts.calendar = calendar
    #expect(CalendarComponents(parts).weekRule == .fromSunday)
    #expect(CalendarComponents(DateComponents(hour: 7)).weekRule == nil)
  }

  @Test(
    "Components that no date can have are never due",
    arguments: [DateComponents(), DateComponents(hour: 25), DateComponents(nanosecond: 1)])
  func impossible(parts: DateComponents) {
    let trigger = UNCalendarNotificationTrigger(dateMatching: parts, repeats: true)
    #expect(trigger.value == nil && trigger.nextTriggerDate() == nil)
    #expect(trigger.dateComponents == parts)
  }

  @Test(
    "All components of a date, as a calendar gives them, mean that date",
    arguments: [(2027, 3, 31), (2027, 6, 30), (2028, 9, 30), (2027, 1, 1), (2027, 12, 31)])
  func allComponents(year: Int, month: Int, day: Int) throws {
    for identifier in [Calendar.Identifier.gregorian, .iso8601] {
      var calendar = Calendar(identifier: identifier)
      calendar.timeZone = try #require(TimeZone(identifier: "Europe/Berlin"))
      let date = try #require(
        calendar.date(from: DateComponents(year: year, month: month, day: day, hour: 9)))
      let parts = calendar.dateComponents(in: calendar.timeZone, from: date)
      let trigger = UNCalendarNotificationTrigger(dateMatching: parts, repeats: false)
      #expect(trigger.nextTriggerDate() == date, "\(identifier)")
    }
  }

  @Test("A region becomes the stored circle; changing it later changes no trigger")
  func region() throws {
    let trigger = try #require(arrivalRequest().trigger as? UNLocationNotificationTrigger)
    #expect(
      trigger.value
        == .region(
          try RegionTrigger(
            identifier: "Headquarters", latitude: 37.3354, longitude: -122.009201, radius: 2000,
            notifiesOnEntry: true, notifiesOnExit: false)))
    let region = trigger.region
    region.notifyOnExit = true
    #expect(!trigger.region.notifyOnExit)
    let value = try #require(trigger.value)
    #expect(UNNotificationTrigger.apple(value) == trigger)
  }

  @Test("A circle contains what is nearer than its radius")
  func circle() {
    let berlin = CLLocationCoordinate2D(latitude: 52.52, longitude: 13.405)
    let potsdam = CLLocationCoordinate2D(latitude: 52.39, longitude: 13.065)
    // 27 km apart.
    let near = CLCircularRegion(center: berlin, radius: 25_000, identifier: "near")
    let wide = CLCircularRegion(center: berlin, radius: 30_000, identifier: "wide")
    #expect(near.contains(berlin) && !near.contains(potsdam) && wide.contains(potsdam))
    #expect(!CLLocationCoordinate2DIsValid(kCLLocationCoordinate2DInvalid))
  }

  @Test("Triggers of every kind go through archives")
  func archives() throws {
    let interval = UNTimeIntervalNotificationTrigger(timeInterval: 61.5, repeats: true)
    #expect(try archived(interval) == interval)
    let calendar = weekly(3, hour: 8)
    #expect(try archived(calendar) == calendar)
    let place = try #require(arrivalRequest().trigger as? UNLocationNotificationTrigger)
    #expect(try archived(place) == place)
    let push = UNPushNotificationTrigger()
    #expect(try archived(push) == push)
    #expect(interval != calendar)
  }
}

extension NotificationTrigger {
  /// The zone of a calendar trigger; nil is another kind.
  fileprivate var timeZone: String?? {
    guard case .calendar(let trigger) = self else { return nil }
    return .some(trigger.timeZone)
  }
}
