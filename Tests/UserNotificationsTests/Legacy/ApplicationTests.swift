import Desktop
import Foundation
import LegacySourcesSwift5
import LegacySourcesSwift6
import NotificationScheduling
import NotificationStorage
import NotificationTypes
import RegionTypes
import TestSupport
import Testing

@testable import AppNotifications
@testable import LegacyNotifications
@testable import UserNotifications

@Suite("Apps with the API of before iOS 10, on the engine as it is", .serialized)
@MainActor
struct ApplicationTests {
  private let box: LegacyBox
  private let client: NotificationClient
  private let application: UIApplication

  init() throws {
    box = try LegacyBox()
    client = try box.client()
    application = UIApplication(client: client)
  }

  private func notification(_ body: String, in seconds: TimeInterval = 3_600) -> UILocalNotification
  {
    let notification = UILocalNotification()
    notification.fireDate = Date(timeIntervalSinceNow: seconds)
    notification.alertBody = body
    return notification
  }

  private func bodies() -> [String] {
    (application.scheduledLocalNotifications ?? []).map { $0.alertBody ?? "" }
  }

  // MARK: Scheduling

  @Test("D51, D52: what is scheduled is listed, the soonest first, and cancelled, one or all")
  func scheduling() async throws {
    let tea = notification("Tea", in: 7_200)
    application.scheduleLocalNotification(tea)
    application.scheduleLocalNotification(notification("Eggs"))
    #expect(bodies() == ["Eggs", "Tea"])
    // The list gives objects of its own, and an archive does: they are the same notification.
    let listed = try #require(application.scheduledLocalNotifications?.last)
    #expect(listed == tea && listed !== tea)
    application.cancelLocalNotification(listed)
    #expect(bodies() == ["Eggs"])
    application.cancelLocalNotification(notification("Nobody"))
    #expect(bodies() == ["Eggs"])
    application.cancelAllLocalNotifications()
    #expect(bodies().isEmpty)
    await client.close()
  }

  @Test("One object that is changed and scheduled again makes two notifications")
  func twice() async throws {
    let one = notification("One")
    application.scheduleLocalNotification(one)
    one.alertBody = "Two"
    application.scheduleLocalNotification(one)
    #expect(Set(bodies()) == ["One", "Two"])
    application.scheduledLocalNotifications?.append(notification("Three"))
    #expect(Set(bodies()) == ["One", "Two", "Three"])
    application.scheduledLocalNotifications = [one]
    #expect(bodies() == ["Two"])
    application.scheduledLocalNotifications = nil
    #expect(bodies().isEmpty)
    await client.close()
  }

  @Test("What cannot be kept is not scheduled: foreign data, nothing to show, a line for a region")
  func refused() async throws {
    let foreign = notification("x")
    foreign.userInfo = ["object": NSObject()]
    application.scheduleLocalNotification(foreign)
    application.scheduleLocalNotification(UILocalNotification())
    #expect(bodies().isEmpty)
    await client.close()
  }

  @Test("D52: cancelling takes down what is on the screen, one and all")
  func takesDown() async throws {
    application.presentLocalNotificationNow(notification("Now"))
    application.presentLocalNotificationNow(notification("And this"))
    try await eventually("two banners") { box.screen.shown.count == 2 }
    // Lists follow the banners.
    try await eventually("both are listed") { await client.delivered().count == 2 }
    application.cancelLocalNotification(try #require(await shownObject("Now")))
    try await eventually("one is gone") { box.screen.closed.count == 1 }
    let gone = try #require(box.screen.shown.first { $0.body == "Now" })
    #expect(box.screen.closed == [gone.id])
    application.cancelAllLocalNotifications()
    try await eventually("both are gone") { box.screen.closed.count == 2 }
    try await eventually("none is listed") { await client.delivered().isEmpty }
    await client.close()
  }

  private func shownObject(_ body: String) async -> UILocalNotification? {
    await client.delivered().map { UILocalNotification($0.request) }.first { $0.alertBody == body }
  }

  @Test("D50, D57: presented now, whatever its date is; a date that has passed is now, too")
  func now() async throws {
    application.presentLocalNotificationNow(notification("Later"))
    application.scheduleLocalNotification(notification("Past", in: -60))
    application.scheduleLocalNotification(notification("Soon", in: 0.2))
    try await eventually("three banners") { box.screen.shown.count == 3 }
    #expect(Set(box.screen.shown.map(\.body)) == ["Later", "Past", "Soon"])
    try await eventually("none waits") { bodies().isEmpty }
    await client.close()
  }

  @Test("D49: one that repeats comes now for a date that has passed, and is listed once")
  func repeating() async throws {
    let daily = notification("Daily", in: -60)
    daily.repeatInterval = .day
    application.scheduleLocalNotification(daily)
    try await eventually("it comes") { box.screen.shown.count == 1 }
    // Lists follow the banners.
    try await eventually("it is listed") { await client.delivered().count == 1 }
    #expect(application.scheduledLocalNotifications == [daily])
    application.cancelLocalNotification(daily)
    #expect(await client.pending().isEmpty)
    try await eventually("it goes") { box.screen.closed.count == 1 }
    await client.close()
  }

  @Test("D55: the number on the icon is set by a notification, and by the app")
  func badge() async throws {
    let one = notification("Mail", in: -1)
    one.applicationIconBadgeNumber = 4
    application.scheduleLocalNotification(one)
    try await eventually("the number is there") { application.applicationIconBadgeNumber == 4 }
    application.applicationIconBadgeNumber -= 1
    #expect(application.applicationIconBadgeNumber == 3)
    application.applicationIconBadgeNumber = 0
    #expect(try box.store().profile(of: "app").badge == 0)
    await client.close()
  }

  @Test("E59, E60: at the border of a region, at each crossing")
  func region() async throws {
    UIApplication.$replaced.withValue(application) {
      Messenger().remind(at: CLLocationCoordinate2D(latitude: 52, longitude: 13))
    }
    let schedule = NotificationSchedule(store: try box.store())
    for count in 1...2 {
      let crossing = RegionCrossing(app: "app", region: "shop", direction: .entry)
      // It waits again when the last delivery is in the store.
      try await eventually("it waits for it") { try schedule.report(crossing) == 1 }
      try await eventually("it comes") { box.screen.shown.count == count }
    }
    #expect(application.scheduledLocalNotifications?.first?.region?.identifier == "shop")
    await client.close()
  }

  // MARK: Sources as they are

  @Test("Of 2012: an alarm, pills by day, and one of them cancelled")
  func alarmOf2012() async throws {
    try UIApplication.$replaced.withValue(application) {
      let controller = AlarmController()
      controller.scheduleAlarm(for: Date(timeIntervalSinceNow: 3_600))
      controller.alarmDate = Date(timeIntervalSinceNow: 86_400)
      controller.pill(at: 9, name: "A")
      controller.pill(at: 21, name: "B")
      controller.cancel(pill: "A")
      #expect(bodies() == ["Time to wake up!", "Take B"])
      let alarm = try #require(application.scheduledLocalNotifications?.first)
      #expect(alarm.soundName == "alarmsound.caf" && alarm.userInfo?["number"] as? Int == 7)
      #expect(application.scheduledLocalNotifications?.last?.repeatInterval == .day)
      controller.fetched(3)
    }
    try await eventually("it comes") { box.screen.shown.map(\.body) == ["3 new messages"] }
    await client.close()
  }

  @Test("Of 2024: a countdown that is stopped, and one that is over while the app is in front")
  func countdownOf2024() async throws {
    let countdown = Countdown()
    application.launch(countdown)
    UIApplication.$replaced.withValue(application) {
      countdown.start(seconds: 300)
      #expect(bodies() == ["Timer completed!"])
      countdown.stop()
      #expect(bodies().isEmpty)
      countdown.start(seconds: 0.1)
    }
    try await eventually("it is told") { countdown.received == ["Countdown"] }
    #expect(box.screen.shown.isEmpty)
    await client.close()
  }
}
