import AppNotifications
import AppleSourcesMainActor
import AppleSourcesSwift5
import AppleSourcesSwift6
import Foundation
import NotificationScheduling
import NotificationTypes
import Testing
import UserNotificationsUI

@testable import UserNotifications

@Suite("Programs for Apple's systems, run as they are")
struct AppleSourcesTests {
  private let backend = RecordingBackend()

  private func run<Result>(
    _ body: (UNUserNotificationCenter) async throws -> Result
  ) async rethrows -> Result {
    let center = UNUserNotificationCenter(backend: backend)
    return try await UNUserNotificationCenter.$replaced.withValue(center) {
      try await body(center)
    }
  }

  @Test("Of 2016: an alarm at seven with a category")
  func alarm() async throws {
    await run { center in
      AlarmScheduler.register()
      AlarmScheduler.schedule()
      _ = await center.pendingNotificationRequests()
    }
    let request = try #require(backend.current.pending.first)
    #expect(request.identifier == "MorningAlarm" && request.content.title == "Wake up!")
    #expect(request.content.userInfo["recordID"] == .integer(42))
    #expect(request.content.sound == .standard && request.content.badge == 1)
    #expect(request.trigger == .calendar(try CalendarTrigger(.init(hour: 7, minute: 0))))
    #expect(backend.current.categories.map(\.identifier) == ["GENERAL", "TIMER_EXPIRED"])
  }

  @Test("Of 2019: closures that ask, schedule, look and clear")
  func closures() async throws {
    backend.change { $0.settings.answer(true, to: [.alert]) }
    try await run { center in
      let manager = NotificationManager()
      let isGranted = await withCheckedContinuation { continuation in
        manager.ask { continuation.resume(returning: $0) }
      }
      #expect(isGranted && manager.isAllowed)
      let setting = await withCheckedContinuation { continuation in
        manager.checkSettings { continuation.resume(returning: $0) }
      }
      #expect(setting == "alert")
      manager.scheduleReminder(in: 60, id: "x")
      let past = UNCalendarNotificationTrigger(
        dateMatching: DateComponents(year: 2020), repeats: false)
      try await center.add(
        UNNotificationRequest(identifier: "past", content: ContentTests.full(), trigger: past))
      await withCheckedContinuation { continuation in
        manager.cancelOverdue { continuation.resume() }
      }
      #expect(backend.current.pending.map(\.identifier) == ["x"] && backend.current.badge == 0)
      manager.clear()
      #expect(await center.pendingNotificationRequests().isEmpty)
    }
  }

  @Test("Of 2016: triggers are told apart by their classes")
  func triggers() {
    #expect(NotificationManager.describe(arrivalRequest().trigger) == "Headquarters")
    #expect(NotificationManager.describe(UNPushNotificationTrigger()) == "push")
    #expect(NotificationManager.describe(nil) == "none")
    let interval = UNTimeIntervalNotificationTrigger(timeInterval: 5, repeats: false)
    #expect(NotificationManager.describe(interval) == "5.0 s")
  }

  @Test("Of 2025: an app on the main actor")
  func mainActor() async throws {
    backend.change { $0.settings.answer(true, to: [.alert, .sound]) }
    try await run { _ in
      let model = await AppModel()
      #expect(try await model.launch())
      try await model.message("Hello")
      #expect(await model.settings?.alertSetting == .enabled)
      #expect(await model.requests.map(\.content.body) == ["Hello"])
    }
    let content = try #require(backend.current.pending.first?.content)
    #expect(content.interruptionLevel == .timeSensitive && content.relevance == 0.75)
    let actions = try #require(backend.current.categories.first?.actions)
    #expect(actions.map(\.icon?.source) == [.system, .app])
    #expect(actions.map(\.options) == [[.authenticationRequired], [.destructive]])
  }

  @Test("Of 2026: an app that is on the main actor by default")
  func mainActorByDefault() async throws {
    backend.change { $0.settings.answer(true, to: [.alert]) }
    try await run { center in
      let app = await AppDelegate()
      try await app.launch()
      _ = await center.pendingNotificationRequests()
      let handlers = try #require(backend.current.handlers)
      #expect(await handlers.willPresent?(.sample("a")) == [.banner])
      try await handlers.didReceive?(DelegateTests.response("default"))
      let log = await app.log
      #expect(log.first == "granted true, alerts true")
      #expect(log.filter { $0.hasPrefix("present") } == ["present a"])
      #expect(log.contains("receive \(UNNotificationDefaultActionIdentifier)"))
    }
    #expect(backend.current.pending.map(\.identifier) == ["launch"])
  }

  @Test("Of 2026: a content extension on the main actor is called there")
  @MainActor
  func cardOnMainActor() async {
    let card = CardViewController()
    let host = ContentExtensionHost(
      card, declaration: .init(categories: ["c"], initialContentSizeRatio: 1))
    let content = UNMutableNotificationContent()
    content.title = "Tea"
    content.categoryIdentifier = "c"
    let request = UNNotificationRequest(identifier: "a", content: content, trigger: nil)
    let shown = await host.show(
      UNNotification(date: Date(timeIntervalSince1970: 0), request: request), appName: "Kitchen")
    #expect(shown?.text == "Tea")
    #expect(card.label == "Tea")
  }

  @Test("Of 2016: a content extension that is a view controller")
  @MainActor
  func viewController() async {
    let controller = NotificationController()
    let host = ContentExtensionHost(
      controller, declaration: .init(categories: ["c"], initialContentSizeRatio: 1))
    let content = UNMutableNotificationContent()
    content.body = "Tea"
    content.categoryIdentifier = "c"
    let request = UNNotificationRequest(identifier: "a", content: content, trigger: nil)
    _ = await host.show(
      UNNotification(date: Date(timeIntervalSince1970: 0), request: request), appName: "Kitchen")
    #expect(controller.label == "Tea")
  }

  @Test("Of 2025: an actor that cleans up")
  func actor() async throws {
    backend.change { $0.delivered = [.sample("a"), .sample("b")] }
    let count = try await run { _ in try await Scheduler().clean() }
    #expect(count == 2 && backend.current.delivered.isEmpty)
  }

  @Test(
    "Of 2025: errors are caught by their names",
    arguments: [
      (UNError(.notificationsNotAllowed) as any Error, "not allowed"),
      (UNError(.attachmentCorrupt), "attachment"), (UNError(.badgeInputInvalid), "badge"),
      (UNError(.notificationInvalidNoContent), "UNErrorDomain 1401"),
      (CocoaError(.fileNoSuchFile), "other"),
    ])
  func errors(error: any Error, description: String) { #expect(describe(error) == description) }
}
