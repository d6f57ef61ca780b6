import AppNotifications
import Desktop
import Foundation
import NotificationScheduling
import NotificationStorage
import NotificationTypes
import Synchronization
import TestSupport
import Testing

@testable import UserNotifications

@Suite("An app with Apple's API, on the engine as it is")
struct EndToEndTests {
  private let folder: TemporaryFolder
  private let screen = Screen()

  init() throws { folder = try TemporaryFolder() }

  /// A screen on which the user taps the first action of whatever is shown.
  private final class Screen: BannerPresenter {
    let events: AsyncStream<BannerEvent>
    private let tap: AsyncStream<BannerEvent>.Continuation
    let shown = Mutex<[Banner]>([])

    init() { (events, tap) = AsyncStream.makeStream(of: BannerEvent.self) }

    func show(_ banner: Banner) async -> BannerOutcome {
      shown.withLock { $0.append(banner) }
      if let action = banner.actions.first {
        tap.yield(
          BannerEvent(banner: banner.id, kind: .activated(action: action.identifier)))
      }
      return .shown
    }

    func close(_ banner: Banner.ID) async -> BannerFailure? { nil }
    func setBadge(_ count: Int, for app: String) async -> BannerFailure? { nil }
  }

  private func client() throws -> NotificationClient {
    let store = StoreFolder(path: folder.path("state"))
    _ = try NotificationStore(folder: store).change("org.example.kitchen") {
      $0.settings.answer(true, to: [.alert, .sound, .badge])
    }
    var environment = ClientEnvironment(variables: [:], folder: store)
    environment.deliver(for: "org.example.kitchen", on: screen)
    return try NotificationClient(
      app: AppIdentity(
        identifier: "org.example.kitchen", displayName: "Kitchen", bundle: folder.url.path),
      environment: environment)
  }

  private final class App: NSObject, UNUserNotificationCenterDelegate, Sendable {
    let responses = AsyncStream.makeStream(of: UNNotificationResponse.self)

    func userNotificationCenter(
      _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
      withCompletionHandler completionHandler:
        @escaping (UNNotificationPresentationOptions) -> Void
    ) {
      completionHandler([.alert, .sound])
    }

    func userNotificationCenter(
      _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse
    ) async {
      responses.continuation.yield(response)
    }
  }

  @Test("G78, G79, C38: what is added is asked about, shown, tapped, and comes back to the app")
  func wholeWay() async throws {
    let client = try client()
    let center = UNUserNotificationCenter(backend: client)
    let app = App()
    center.delegate = app
    // A name that the engine has for itself.
    center.setNotificationCategories([
      UNNotificationCategory(
        identifier: "kitchen",
        actions: [UNNotificationAction(identifier: "dismiss", title: "Enough")],
        intentIdentifiers: [])
    ])
    let content = UNMutableNotificationContent()
    content.title = "Tea"
    content.categoryIdentifier = "kitchen"
    content.userInfo = ["pot": 2]
    try await center.add(UNNotificationRequest(identifier: "tea", content: content, trigger: nil))
    for await response in app.responses.stream {
      #expect(response.actionIdentifier == "dismiss")
      #expect(response.notification.request.identifier == "tea")
      #expect(response.notification.request.content.userInfo["pot"] as? Int == 2)
      break
    }
    #expect(screen.shown.withLock { $0.map(\.title) } == ["Tea"])
    await client.close()
  }

  @Test("B24, D51: settings, pending requests and their next dates are those of the store")
  func store() async throws {
    let client = try client()
    let center = UNUserNotificationCenter(backend: client)
    #expect(try await center.requestAuthorization(options: [.alert, .sound]))
    #expect(await center.notificationSettings().badgeSetting == .enabled)
    let trigger = UNCalendarNotificationTrigger(
      dateMatching: DateComponents(hour: 7), repeats: true)
    let request = UNNotificationRequest(
      identifier: "morning", content: ContentTests.full(), trigger: trigger)
    try await center.add(request)
    let pending = await center.pendingNotificationRequests()
    #expect(pending == [request])
    let date = (pending.first?.trigger as? UNCalendarNotificationTrigger)?.nextTriggerDate()
    #expect(date != nil && date == trigger.nextTriggerDate())
    center.removePendingNotificationRequests(withIdentifiers: ["morning"])
    #expect(await center.pendingNotificationRequests().isEmpty)
    await client.close()
  }

  @Test("Errors of the engine come with Apple's codes")
  func errors() async throws {
    let client = try client()
    let center = UNUserNotificationCenter(backend: client)
    let empty = UNNotificationRequest(
      identifier: "empty", content: UNNotificationContent(), trigger: nil)
    await #expect {
      try await center.add(empty)
    } throws: {
      UNError.notificationInvalidNoContent ~= $0
    }
    await #expect {
      try await center.setBadgeCount(-1)
    } throws: {
      UNError.badgeInputInvalid ~= $0
    }
    await client.close()
  }
}
