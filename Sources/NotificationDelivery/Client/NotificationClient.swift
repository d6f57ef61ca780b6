public import Foundation
import NotificationScheduling
public import NotificationTypes

/// The notifications of one app, as the app itself sees them.
///
/// Calls may come from any thread. Those that change something without waiting take effect in their
/// order, and before every later call.
public final class NotificationClient: Sendable {
  /// That of this process. Where the user's store cannot be opened, it has one that lives as long
  /// as the process.
  public static let shared = NotificationClient(
    app: .current, environment: .current, schedule: .inMemory())

  public let app: AppIdentity
  let environment: ClientEnvironment
  let schedule: NotificationSchedule

  /// - Throws: ``StoreError`` where the store cannot be opened.
  public convenience init(app: AppIdentity, environment: ClientEnvironment = .current) throws {
    self.init(
      app: app, environment: environment, schedule: try .standard(in: environment.folder))
  }

  init(app: AppIdentity, environment: ClientEnvironment, schedule: NotificationSchedule) {
    self.app = app
    self.environment = environment
    self.schedule = schedule
  }

  /// Runs work that waits, in the order of the calls: one begins when the one before has ended.
  public func inOrder(_ work: @escaping @Sendable () async -> Void) {}

  // MARK: Authorization

  /// Asks the user, once, whether the app may send notifications; later calls return what stands.
  /// - Returns: whether all of `options` are allowed.
  public func requestAuthorization(_ options: AuthorizationOptions) async throws -> Bool { false }

  /// What the user lets the app do; before the first request nothing is supported.
  public func settings() async -> NotificationSettings { NotificationSettings() }

  /// The same with the style of alerts and the user's choice about previews.
  public func appSettings() async -> AppSettings { AppSettings() }

  // MARK: Categories

  /// Sets all categories of the app. Of two with one identifier the last counts.
  public func setCategories(_ categories: [NotificationCategory]) async throws {}

  public func categories() async -> [NotificationCategory] { [] }

  // MARK: Requests

  /// Schedules a request; when this returns, it is in the store.
  ///
  /// As on Apple's systems, it is no error if the user has denied notifications or the trigger's
  /// date has passed: then the request is not kept.
  /// - Throws: ``ClientError``.
  public func add(_ request: NotificationRequest) async throws {}

  /// The requests that wait, soonest first.
  public func pending() async -> [NotificationRequest] { [] }

  public func removePending(identifiers: [String]) {}

  public func removeAllPending() {}

  /// When a request with this trigger, added at `date`, would be due; nil is never.
  public func nextTriggerDate(of trigger: NotificationTrigger, after date: Date) -> Date? { nil }

  // MARK: Delivered notifications

  /// The delivered notifications that the user has not dealt with, newest first.
  public func delivered() async -> [DeliveredNotification] { [] }

  public func removeDelivered(identifiers: [String]) {}

  public func removeAllDelivered() {}

  // MARK: The running app

  /// Sets the number on the app's icon; 0 removes it.
  /// - Throws: ``ClientError/badgeInputInvalid`` where it is negative, ``ClientError/notAllowed``
  ///   where the user does not let the app have one.
  public func setBadgeCount(_ count: Int) async throws {}

  /// Says who answers for the app; responses that wait come at once. Nil is nobody.
  public func setHandlers(_ handlers: NotificationHandlers?) {}

  /// Whether the app has the user's eyes: then `willPresent` decides what is shown. It has at the
  /// start, unless `TOCSIN_APP_STATE` is `background`.
  public var isForeground: Bool {
    get { true }
    set {}
  }

  /// Ends what this client does in the background, when what it shows and plays is over.
  public func close() async {}
}
