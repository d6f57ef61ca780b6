import Foundation
import NotificationScheduling
import NotificationTypes
import RegionTypes
import Testing
import Triggers

@testable import LegacyNotifications
@testable import UserNotifications

@Suite("Notifications of before iOS 10, as objects")
struct LocalNotificationTests {
  private static func full() -> UILocalNotification {
    let notification = UILocalNotification()
    notification.fireDate = Date(timeIntervalSince1970: 4_102_444_800.25)
    notification.timeZone = TimeZone(identifier: "Europe/Berlin")
    notification.repeatInterval = .month
    notification.repeatCalendar = Calendar(identifier: .gregorian)
    notification.alertTitle = "Rent"
    notification.alertBody = "100%% is due"
    notification.alertAction = "Pay"
    notification.hasAction = false
    notification.alertLaunchImage = "start.png"
    notification.soundName = "coins.caf"
    notification.applicationIconBadgeNumber = 3
    notification.userInfo = ["id": 7, "when": Date(timeIntervalSince1970: 1), "list": ["a", "b"]]
    notification.category = "BILL"
    return notification
  }

  @Test("D54, D55: what it says becomes the content: texts, percent signs, sound, badge, category")
  func content() {
    let content = Self.full().snapshot.content
    #expect(content.title == "Rent" && content.body == "100% is due")
    #expect(content.localization.body == LocalizedText(key: "100%% is due"))
    #expect(content.sound == NotificationSound(name: "coins.caf") && content.badge == 3)
    #expect(content.categoryIdentifier == "BILL" && content.launchImage == "start.png")
    #expect(content.userInfo["id"] == .integer(7))
  }

  @Test("F71: the default sound by its name; no name is silence, badge 0 leaves the number alone")
  func defaults() {
    let notification = UILocalNotification()
    #expect(notification.regionTriggersOnce && notification.hasAction)
    #expect(notification.snapshot.content.sound == nil)
    #expect(notification.snapshot.content.badge == nil)
    notification.soundName = UILocalNotificationDefaultSoundName
    #expect(notification.snapshot.content.sound == .standard)
    notification.alertTitle = "A title alone is no alert"
    #expect(notification.snapshot.content.title.isEmpty)
  }

  @Test("A copy and an archive say the same; a copy that is changed does not change the original")
  func copies() throws {
    let notification = Self.full()
    let copy = try #require(notification.copy() as? UILocalNotification)
    #expect(copy == notification && copy.userInfo?["id"] as? Int == 7)
    copy.alertBody = "Other"
    #expect(copy != notification && notification.alertBody == "100%% is due")
    let data = try NSKeyedArchiver.archivedData(
      withRootObject: notification, requiringSecureCoding: true)
    let read = try NSKeyedUnarchiver.unarchivedObject(ofClass: UILocalNotification.self, from: data)
    #expect(read == notification && read?.repeatInterval == .month)
    #expect(read?.fireDate == notification.fireDate && read?.timeZone == notification.timeZone)
  }

  @Test("D53: what it holds comes back from the JSON of a request, whole")
  func roundTrip() throws {
    let notification = Self.full()
    let request = NotificationRequest(
      identifier: "x", app: "app", content: notification.snapshot.content)
    let read = try JSONDecoder().decode(
      NotificationRequest.self, from: JSONEncoder().encode(request))
    let back = UILocalNotification(read)
    #expect(back == notification && back.alertAction == "Pay" && !back.hasAction)
    #expect(back.userInfo?["list"] as? [String] == ["a", "b"])
  }

  @Test("D48, D50, D58: a date is an instant, or with a zone what the wall shows; none is at once")
  func triggers() throws {
    let now = Date(timeIntervalSince1970: 1_800_000_000)
    let notification = UILocalNotification()
    #expect(notification.snapshot.triggers(at: now) == [.immediate])
    notification.fireDate = now - 1
    #expect(notification.snapshot.triggers(at: now) == [.immediate])
    notification.fireDate = now + 5.5
    #expect(
      notification.snapshot.triggers(at: now) == [
        .timeInterval(try TimeIntervalTrigger(.milliseconds(5_500)))
      ])
    // 2027-01-15 10:40:00.5 UTC: no clock shows half seconds, and nothing comes too early.
    notification.fireDate = now + 9_600.5
    func parts(_ hour: Int) -> CalendarComponents {
      .init(year: 2027, month: 1, day: 15, hour: hour, minute: 40, second: 1)
    }
    #expect(
      notification.snapshot.triggers(at: now) == [
        .calendar(try CalendarTrigger(parts(10), timeZone: "Etc/UTC"))
      ])
    notification.timeZone = TimeZone(identifier: "Europe/Berlin")
    #expect(
      notification.snapshot.triggers(at: now) == [.calendar(try CalendarTrigger(parts(11)))])
  }

  @Test("D49: a repeat begins at its date and not before; one that has passed comes at once, too")
  func repeats() throws {
    let now = Date(timeIntervalSince1970: 1_800_000_000)
    let notification = UILocalNotification()
    notification.repeatInterval = .day
    notification.fireDate = now + 3 * 86_400
    let start = CalendarComponents(
      year: 2027, month: 1, day: 18, hour: 8, minute: 0, second: 0)
    let trigger = try CalendarTrigger(
      start, repeats: true, timeZone: "Etc/UTC", every: CalendarStride(.day))
    #expect(notification.snapshot.triggers(at: now) == [.calendar(trigger)])
    let zones = TimeZoneDatabase.system
    let first = try #require(
      try NotificationTrigger.calendar(trigger).nextTriggerDate(
        after: now, timeZones: zones))
    #expect(first == now + 3 * 86_400)
    notification.fireDate = now - 86_400
    let late = notification.snapshot.triggers(at: now)
    #expect(late.first == .immediate && late.count == 2)
    #expect(try late[1].nextTriggerDate(after: now, timeZones: zones) == now + 86_400)
    // What comes in five seconds comes once, and then a day later.
    notification.fireDate = now + 5
    let soon = notification.snapshot.triggers(at: now)
    #expect(soon.first == .timeInterval(try TimeIntervalTrigger(.seconds(5))))
    #expect(try soon[1].nextTriggerDate(after: now, timeZones: zones) == now + 86_405)
  }

  @Test(
    "D49: units of the calendar",
    arguments: [
      (NSCalendar.Unit.minute, CalendarStride(.minute)), (.hour, CalendarStride(.hour)),
      (.day, CalendarStride(.day)), (.weekday, CalendarStride(.week)),
      (.weekOfYear, CalendarStride(.week)), (.month, CalendarStride(.month)),
      (.quarter, CalendarStride(.month, count: 3)), (.year, CalendarStride(.year)),
      (.second, nil), (.era, nil), ([], nil),
    ] as [(NSCalendar.Unit, CalendarStride?)])
  func units(unit: NSCalendar.Unit, stride: CalendarStride?) {
    #expect(CalendarStride(interval: unit) == stride)
  }

  @Test("E59, E60, E65: a region is its own trigger, once or at each crossing")
  func region() throws {
    let notification = UILocalNotification()
    let circle = CLCircularRegion(
      center: CLLocationCoordinate2D(latitude: 52.5, longitude: 13.4), radius: 100,
      identifier: "home")
    circle.notifyOnExit = false
    notification.region = circle
    notification.fireDate = Date()
    let once = try RegionTrigger(
      identifier: "home", latitude: 52.5, longitude: 13.4, radius: 100, notifiesOnExit: false)
    #expect(notification.snapshot.triggers(at: Date()) == [.region(once)])
    notification.regionTriggersOnce = false
    #expect(notification.snapshot.triggers(at: Date()).first?.repeats == true)
    let copy = try #require(notification.copy() as? UILocalNotification)
    #expect(copy == notification && copy.region?.identifier == "home")
  }
}
