import Desktop
import Foundation
import LegacySourcesSwift5
import NotificationScheduling
import NotificationStorage
import NotificationTypes
import TestSupport
import Testing

@testable import AppNotifications
@testable import LegacyNotifications
@testable import UserNotifications

@Suite("Delegates of before iOS 10, on the engine as it is", .serialized)
@MainActor
struct ApplicationDelegateTests {
  private func invitation() -> UILocalNotification {
    let notification = UILocalNotification()
    notification.alertBody = "Party?"
    notification.category = Identifiers.invite
    notification.applicationIconBadgeNumber = 2
    return notification
  }

  @Test("B10–B13, C29, C30, A9: registering asks, sets the categories and tells what is allowed")
  func registering() async throws {
    let box = try LegacyBox(allowed: nil)
    let client = try box.client(["TOCSIN_AUTHORIZATION_UNATTENDED": "true"])
    let application = UIApplication(client: client)
    #expect(application.currentUserNotificationSettings?.types == [])
    let delegate = AppDelegate()
    application.launch(delegate)
    // The user answers as the desktop's prompt would have it.
    try await eventually("the user is asked") {
      try box.store().profile(of: "app").settings.requested == [.alert, .sound, .badge]
    }
    try box.store().change("app") { _ = $0.settings.answer(true, to: [.alert, .sound, .badge]) }
    AppPresence.wake("app", in: box.place)
    try await eventually("it is told") { delegate.log.contains("allowed 7") }
    let settings = try #require(application.currentUserNotificationSettings)
    #expect(settings.types == [.alert, .sound, .badge])
    let category = try #require(settings.categories?.first)
    #expect(category.actions(for: .default)?.map(\.title) == ["Accept", "Maybe", "Decline"])
    #expect(category.actions(for: .minimal)?.map(\.title) == ["Accept", "Decline"])
    #expect(category.actions(for: .default)?[2].activationMode == .foreground)
    #expect(category.actions(for: .default)?[2].isAuthenticationRequired == true)
    // The box has no gateway.
    try await eventually("the token is asked for") { delegate.log.last == "no token" }
    await client.close()
  }

  @Test("B11: what the user does not allow is not among the types")
  func partly() async throws {
    let box = try LegacyBox(allowed: [.sound])
    let client = try box.client()
    let application = UIApplication(client: client)
    let delegate = AppDelegate()
    application.launch(delegate)
    try await eventually("it is told") { delegate.log.contains("allowed 2") }
    await client.close()
  }

  @Test("B10: registering no types asks nobody, then and when a notification is due")
  func noTypes() async throws {
    let box = try LegacyBox(allowed: nil)
    let client = try box.client(["TOCSIN_APP_STATE": "background"])
    let application = UIApplication(client: client)
    let delegate = AppDelegate()
    application.delegate = delegate
    application.registerUserNotificationSettings(
      UIUserNotificationSettings(types: [], categories: nil))
    try await eventually("it is told") { delegate.log.contains("allowed 0") }
    application.presentLocalNotificationNow(invitation())
    try await eventually("it is over") { await client.pending().isEmpty }
    #expect(box.screen.shown.isEmpty)
    #expect(application.applicationIconBadgeNumber == 0)
    await client.close()
  }

  @Test("G78: an app in front is told, and nothing is shown or heard")
  func inFront() async throws {
    let box = try LegacyBox()
    let client = try box.client(["TOCSIN_APP_STATE": "foreground"])
    let application = UIApplication(client: client)
    let delegate = AppDelegate()
    application.launch(delegate)
    application.presentLocalNotificationNow(invitation())
    try await eventually("it is told") { delegate.log.contains("in front: Party?") }
    try await eventually("it is over") { await client.pending().isEmpty }
    #expect(box.screen.shown.isEmpty)
    await client.close()
  }

  @Test("G77, G79, C33, C38, C41: in the background it is shown; a tap and an action come back")
  func inTheBackground() async throws {
    let box = try LegacyBox()
    let client = try box.client(["TOCSIN_APP_STATE": "background"])
    let application = UIApplication(client: client)
    let delegate = AppDelegate()
    application.launch(delegate)
    application.presentLocalNotificationNow(invitation())
    try await eventually("it is shown") { box.screen.shown.count == 1 }
    let banner = box.screen.shown[0]
    #expect(banner.actions.map(\.title) == ["Accept", "Maybe", "Decline"])
    #expect(banner.minimalActions.map(\.title) == ["Accept", "Decline"])
    #expect(!delegate.log.contains { $0.hasPrefix("in front") })
    box.screen.choose(Identifiers.accept, on: banner)
    try await eventually("it is told") { delegate.log.contains("accepted INVITE_CATEGORY") }
    application.presentLocalNotificationNow(invitation())
    try await eventually("it is shown") { box.screen.shown.count == 2 }
    box.screen.choose(NotificationAction.defaultIdentifier, on: box.screen.shown[1])
    try await eventually("it is told") { delegate.log.contains("chosen: Party?") }
    await client.close()
  }

  @Test("C40: a text comes with its response")
  func reply() async throws {
    let box = try LegacyBox()
    let client = try box.client(["TOCSIN_APP_STATE": "background"])
    let application = UIApplication(client: client)
    let messenger = Messenger()
    application.delegate = messenger
    UIApplication.$replaced.withValue(application) {
      messenger.register()
      #expect(messenger.isAllowed)
      let message = UILocalNotification()
      message.alertBody = "Hello"
      message.category = "MESSAGE"
      application.presentLocalNotificationNow(message)
    }
    try await eventually("it is shown") { box.screen.shown.count == 1 }
    let banner = box.screen.shown[0]
    #expect(banner.actions.first?.textInput?.buttonTitle == "Send")
    box.screen.reply("Hi there", by: "REPLY", on: banner)
    try await eventually("it is told") { messenger.replies == ["Hi there"] }
    await client.close()
  }

  @Test("G81, C43: who is launched by a notification finds it in the options, once")
  func launch() async throws {
    let box = try LegacyBox()
    let request = NotificationRequest(
      identifier: "x", app: "app", content: invitation().snapshot.content)
    try box.leave(
      NotificationResponse(
        app: "app", requestIdentifier: "x", date: Date(),
        notification: DeliveredNotification(request: request, dueDate: nil, date: Date())))
    let client = try box.client()
    let application = UIApplication(client: client)
    let delegate = AppDelegate()
    application.launch(delegate)
    #expect(delegate.log.first == "launched by Party?")
    try await eventually("it is taken") {
      try box.store().fetch(.responses(app: "app")).isEmpty
    }
    #expect(!delegate.log.contains { $0.hasPrefix("chosen") })
    #expect(application.applicationIconBadgeNumber == 1)
    await client.close()
  }

  @Test(
    "H82: who is launched by a server's notification finds its payload, and an action its method")
  func remoteLaunch() async throws {
    let box = try LegacyBox()
    let content = NotificationContent(
      body: "Mail", userInfo: ["aps": .dictionary([:]), "id": .integer(3)])
    let request = NotificationRequest(
      identifier: "x", app: "app", content: content, trigger: .push)
    try box.leave(
      NotificationResponse(
        app: "app", requestIdentifier: "x", date: Date(),
        notification: DeliveredNotification(request: request, dueDate: nil, date: Date())))
    let client = try box.client()
    let delegate = AppDelegate()
    UIApplication(client: client).launch(delegate)
    #expect(delegate.log.first == "launched by 2 keys")
    await client.close()
  }

  @Test("A delegate of the notification centre goes before the older one")
  func both() async throws {
    final class Newer: UNUserNotificationCenterDelegate, @unchecked Sendable {
      @MainActor var presented = 0
      func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification
      ) async -> UNNotificationPresentationOptions {
        await MainActor.run { presented += 1 }
        return [.banner]
      }
    }
    let box = try LegacyBox()
    let client = try box.client(["TOCSIN_APP_STATE": "foreground"])
    let application = UIApplication(client: client)
    let center = UNUserNotificationCenter(backend: client)
    let older = AppDelegate()
    let newer = Newer()
    center.delegate = newer
    application.launch(older)
    application.presentLocalNotificationNow(invitation())
    try await eventually("the newer one is asked") { newer.presented == 1 }
    try await eventually("it is over") { await client.pending().isEmpty }
    #expect(!older.log.contains("in front: Party?"))
    center.delegate = nil
    application.presentLocalNotificationNow(invitation())
    try await eventually("the older one is told") { older.log.contains("in front: Party?") }
    await client.close()
  }

  @Test("What an app schedules is shown where its delegate takes no notifications")
  func withoutMethod() async throws {
    final class Plain: UIApplicationDelegate {}
    let box = try LegacyBox()
    let client = try box.client()
    let application = UIApplication(client: client)
    let plain = Plain()
    application.delegate = plain
    application.presentLocalNotificationNow(invitation())
    try await eventually("it is shown") { box.screen.shown.count == 1 }
    await client.close()
  }
}
