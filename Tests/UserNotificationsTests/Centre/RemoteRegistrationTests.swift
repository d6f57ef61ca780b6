import AppNotifications
import AppleSourcesSwift5
import Foundation
import NotificationScheduling
import NotificationStorage
import NotificationTypes
import RemoteRegistration
import Synchronization
import TestSupport
import Testing
import UserNotifications

@testable import LegacyNotifications

@Suite("Apps register with servers as on Apple's systems")
@MainActor
struct RemoteRegistrationTests {
  private final class Delegate: UIApplicationDelegate {
    var tokens: [Data] = []
    var failures: [String] = []
    var received: [[AnyHashable: Any]] = []

    func application(
      _ application: UIApplication,
      didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
    ) { tokens.append(deviceToken) }

    func application(
      _ application: UIApplication,
      didFailToRegisterForRemoteNotificationsWithError error: any Error
    ) { failures.append(error.localizedDescription) }

    func application(
      _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any]
    ) async -> UIBackgroundFetchResult {
      received.append(userInfo)
      return .newData
    }
  }

  /// An app that has nothing to tell.
  private final class PlainDelegate: UIApplicationDelegate {
    var received = 0
    func application(
      _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any]
    ) { received += 1 }
  }

  private let folder: TemporaryFolder
  private let place: StoreFolder
  private let store: NotificationStore
  private let application: UIApplication
  private let delegate = Delegate()
  private nonisolated static let token = String(repeating: "5e", count: 32)

  init() throws {
    folder = try TemporaryFolder()
    place = StoreFolder(path: folder.path("state"))
    store = try NotificationStore(folder: place)
    let client = try NotificationClient(
      app: AppIdentity(identifier: "app", bundle: folder.url.path),
      environment: ClientEnvironment(variables: [:], folder: place))
    application = UIApplication(client: client)
    application.delegate = delegate
  }

  private func enrol() throws {
    try Data("{}".utf8).write(to: URL(fileURLWithPath: place.enrolment))
  }

  private func answer(_ change: @Sendable (inout RemoteRegistration) -> Void) throws {
    try store.change("app") { profile in
      if var remote = profile.remote {
        change(&remote)
        profile.remote = remote
      }
    }
    AppPresence.wake("app", in: place)
  }

  private func isAsked() throws -> Bool { try store.profile(of: "app").remote?.isOpen ?? false }

  @Test("Without a gateway it fails; once there is one, the token comes unasked")
  func notEnrolled() async throws {
    application.registerForRemoteNotifications()
    try await eventually("it fails") { delegate.failures.count == 1 }
    #expect(delegate.failures[0].contains("not enrolled") && delegate.tokens.isEmpty)
    #expect(!application.isRegisteredForRemoteNotifications)
    try answer { $0.token = Self.token }
    try await eventually("the token comes") { delegate.tokens.count == 1 }
    #expect(application.isRegisteredForRemoteNotifications)
  }

  @Test(
    "Nothing is said until the gateway answers; then the token, at once the next time, and a new one unasked"
  )
  func token() async throws {
    try enrol()
    application.registerForRemoteNotifications()
    try await eventually("it asks") { try isAsked() }
    AppPresence.wake("app", in: place)
    try await Task.sleep(for: .milliseconds(300))
    #expect(delegate.tokens.isEmpty && delegate.failures.isEmpty)
    try answer { $0.token = Self.token }
    try await eventually("the token comes") { delegate.tokens.count == 1 }
    #expect(delegate.tokens[0] == Data(repeating: 0x5E, count: 32))
    application.registerForRemoteNotifications()
    try await eventually("it comes again") { delegate.tokens.count == 2 }
    #expect(delegate.tokens[1] == delegate.tokens[0])
    try answer { $0.token = String(repeating: "7f", count: 32) }
    try await eventually("the new one comes") { delegate.tokens.count == 3 }
    #expect(delegate.tokens[2] == Data(repeating: 0x7F, count: 32))
    application.unregisterForRemoteNotifications()
    try await eventually("it is gone") { try store.profile(of: "app").remote == nil }
    #expect(!application.isRegisteredForRemoteNotifications && delegate.failures.isEmpty)
  }

  @Test("A helper that was written before there were actors registers the app")
  func helper() async throws {
    try enrol()
    PushHelper().start(application)
    try await eventually("it asks") { try isAsked() }
  }

  @Test("A refusal is told once")
  func refusal() async throws {
    try enrol()
    application.registerForRemoteNotifications()
    try await eventually("it asks") { try isAsked() }
    try answer { $0.error = "revoked" }
    try await eventually("it fails") { delegate.failures == ["revoked"] }
    AppPresence.wake("app", in: place)
    try await Task.sleep(for: .milliseconds(300))
    #expect(delegate.failures == ["revoked"])
  }

  @Test("What a server sends to the app comes to the delegate, in whichever form that takes it")
  func message() async throws {
    let schedule = NotificationSchedule(store: store)
    func send(_ identifier: String) throws {
      let message = RemoteMessage(
        app: "app", identifier: identifier, userInfo: ["order": .integer(7)], date: Date())
      #expect(try schedule.take(RemoteArrival(app: "app", position: nil, message: message)))
      AppPresence.wake("app", in: place)
    }
    try send("1")
    try await eventually("it comes") { delegate.received.count == 1 }
    #expect(delegate.received[0]["order"] as? Int == 7)
    try await eventually("it is gone") { try store.fetch(.remoteMessages()).isEmpty }
    let plain = PlainDelegate()
    application.delegate = plain
    try send("2")
    try await eventually("it comes") { plain.received == 1 }
    try await eventually("it is gone") { try store.fetch(.remoteMessages()).isEmpty }
  }
}
