import Foundation
import NotificationDelivery
import NotificationTypes

/// What the centre asks of the engine: that of `NotificationClient`, so that the façade can be
/// tested by itself.
protocol NotificationBackend: Sendable {
  var app: AppIdentity { get }
  func inOrder(_ work: @escaping @Sendable () async -> Void)

  func requestAuthorization(_ options: AuthorizationOptions) async throws -> Bool
  func appSettings() async -> AppSettings
  func setCategories(_ categories: [NotificationCategory]) async throws
  func categories() async -> [NotificationCategory]

  func add(_ request: NotificationRequest) async throws
  func pending() async -> [NotificationRequest]
  func removePending(identifiers: [String]) async
  func removeAllPending() async

  func delivered() async -> [DeliveredNotification]
  func removeDelivered(identifiers: [String]) async
  func removeAllDelivered() async

  func setBadgeCount(_ count: Int) async throws
  func setHandlers(_ handlers: NotificationHandlers?)
}

extension NotificationClient: NotificationBackend {}
