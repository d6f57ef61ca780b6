import Desktop
import Foundation
import LegacySourcesSwift5
import LegacySourcesSwift6
import NotificationScheduling
import NotificationStorage
import NotificationTypes
import TestSupport
import Testing

@testable import AppNotifications
@testable import LegacyNotifications

@Suite("Notifications of before macOS 11, on the engine as it is", .serialized)
struct MacTests {
  private let box: LegacyBox
  private let client: NotificationClient
  private let center: NSUserNotificationCenter

  init() throws {
    box = try LegacyBox()
    client = try box.client()
    center = NSUserNotificationCenter(client: client)
  }

  private func run(_ body: () throws -> Void) rethrows {
    try NSUserNotificationCenter.$replaced.withValue(center) { try body() }
  }

  @Test("D50, D54: delivered now: title, subtitle, text and sound; then listed and removed")
  func deliver() async throws {
    run { Reminders().notify("Build", "passed") }
    try await eventually("it is shown") { box.screen.shown.count == 1 }
    let banner = box.screen.shown[0]
    #expect(banner.title == "Build" && banner.body == "passed" && banner.actions.isEmpty)
    // The list follows the banner.
    try await eventually("it is listed") { !center.deliveredNotifications.isEmpty }
    let delivered = try #require(center.deliveredNotifications.first)
    #expect(delivered.soundName == NSUserNotificationDefaultSoundName && delivered.isPresented)
    #expect(delivered.actualDeliveryDate != nil && delivered.identifier == nil)
    center.removeDeliveredNotification(delivered)
    try await eventually("it goes") { box.screen.closed == [banner.id] }
    #expect(center.deliveredNotifications.isEmpty)
    await client.close()
  }

  @Test("D48, D49, D51: scheduled with a zone and an interval, listed, and taken back")
  func schedule() async throws {
    try run {
      let reminders = Reminders()
      reminders.schedule(in: 7_200)
      let waiting = center.scheduledNotifications
      let meeting = try #require(waiting.first)
      #expect(waiting.count == 1 && meeting.identifier == "meeting")
      #expect(meeting.subtitle == "Room 4" && meeting.deliveryRepeatInterval?.day == 1)
      #expect(meeting.userInfo?["url"] as? String == "https://example.org")
      reminders.schedule(in: 3_600)
      #expect(center.scheduledNotifications.count == 1, "one identifier, one notification")
      reminders.clear()
      #expect(center.scheduledNotifications.isEmpty)
    }
    await client.close()
  }

  @Test(
    "D56: 20 s from now is 20 s from now; the date floats without a zone, and is fixed with one")
  func triggers() throws {
    let now = Date(timeIntervalSince1970: 1_800_000_000)
    var fields = MacFields()
    fields.deliveryDate = now + 20
    #expect(fields.triggers(at: now) == [.timeInterval(try .init(.seconds(20)))])
    fields.deliveryDate = now + 9_600
    fields.deliveryTimeZone = "Europe/Berlin"
    let parts = CalendarComponents(
      year: 2027, month: 1, day: 15, hour: 11, minute: 40, second: 0)
    #expect(
      fields.triggers(at: now) == [
        .calendar(try CalendarTrigger(parts, timeZone: "Europe/Berlin"))
      ])
    fields.deliveryTimeZone = nil
    guard case .calendar(let floating) = fields.triggers(at: now).first else {
      Issue.record("not by the calendar")
      return
    }
    #expect(floating.timeZone == nil)
    fields.deliveryRepeatInterval = DateComponents(minute: 90)
    guard case .calendar(let repeating) = fields.triggers(at: now).first else {
      Issue.record("not by the calendar")
      return
    }
    #expect(repeating.every == CalendarStride(.minute, count: 90) && repeating.repeats)
  }

  @Test(
    "G78, G79: in front the delegate decides and is told; buttons, a reply and a click come back")
  func delegate() async throws {
    let reminders = Reminders()
    run { reminders.launch() }
    run { reminders.ask() }
    try await eventually("it is shown") { box.screen.shown.count == 1 }
    let question = box.screen.shown[0]
    #expect(question.actions.first?.textInput?.placeholder == "Write")
    // It is shown without the delegate's word where that takes longer than two seconds.
    try await eventually("it is told") { reminders.log == ["delivered Anna"] }
    box.screen.reply("Yes", by: try #require(question.actions.first?.identifier), on: question)
    try await eventually("it is told") { reminders.log.last == "replied Yes" }
    run { reminders.schedule(in: 0.1) }
    try await eventually("it is shown") { box.screen.shown.count == 2 }
    let meeting = box.screen.shown[1]
    #expect(meeting.actions.map(\.title) == ["Join", "Later"])
    box.screen.choose(meeting.actions[0].identifier, on: meeting)
    try await eventually("it is told") { reminders.log.last == "action https://example.org" }
    run { reminders.notify("Click", "me") }
    try await eventually("it is shown") { box.screen.shown.count == 3 }
    box.screen.choose(NotificationAction.defaultIdentifier, on: box.screen.shown[2])
    try await eventually("it is told") { reminders.log.last == "clicked" }
    run { reminders.clear() }
    await client.close()
  }

  @Test("D56: an app in front whose delegate does not want it shown is told, and it is in the list")
  func notPresented() async throws {
    final class Quiet: NSUserNotificationCenterDelegate, @unchecked Sendable {
      @MainActor var presented: [Bool] = []
      func userNotificationCenter(
        _ center: NSUserNotificationCenter, didDeliver notification: NSUserNotification
      ) {
        let isPresented = notification.isPresented
        MainActor.assumeIsolated { presented.append(isPresented) }
      }
    }
    let quiet = Quiet()
    center.delegate = quiet
    run { Reminders().notify("Quiet", "please") }
    try await eventually("it is told") { await quiet.presented == [false] }
    try await eventually("it is listed") { center.deliveredNotifications.count == 1 }
    #expect(box.screen.shown.isEmpty)
    await client.close()
  }

  @Test("Buttons become categories, the same buttons one; what nobody uses is forgotten")
  func categories() async throws {
    run {
      Build(name: "A", isGreen: false).announce()
      Build(name: "B", isGreen: false).announce()
      Build(name: "C", isGreen: true).announce()
    }
    let categories = await client.categories()
    #expect(
      categories.map { $0.actions.map(\.title) } == [["Open log", "Run again"], ["Run again"]])
    center.removeAllDeliveredNotifications()
    try await eventually("none is left") {
      center.removeAllDeliveredNotifications()
      // In the order in which a notification goes from one list to the other.
      let pending = await client.pending()
      let delivered = await client.delivered()
      return delivered.isEmpty && pending.isEmpty
    }
    run { Reminders().ask() }
    #expect(await client.categories().count == 1)
    await client.close()
  }

  @Test("B12: the first notification asks for the app; an answer that is there stays")
  func authorization() async throws {
    let fresh = try LegacyBox(allowed: nil)
    let other = try fresh.client()
    NSUserNotificationCenter.$replaced.withValue(NSUserNotificationCenter(client: other)) {
      Reminders().notify("A", "b")
    }
    try await eventually("it asks") {
      let settings = try fresh.store().profile(of: "app").settings
      return settings.requested == [.alert, .sound, .badge]
        || settings.permissions.authorization != .notDetermined
    }
    await other.close()
  }
}
