package import FoundationEssentials

/// The engine of the modules with Apple's names. It is linked into every program with one of them,
/// and imported by none.
///
/// The modules of a package see each other by `canImport`, even if their packages do not depend on
/// each other. A module must be able to load all its imports, and their imports; and a C module can
/// only be loaded by its dependents. So a module with one of Apple's names imports no module that
/// depends on a C module, and gets the engine as a value.
package protocol NotificationEngine: Sendable {
  /// The notifications of this process.
  var shared: any NotificationBackend { get }
  /// The absolute path of the folder with the app's resources.
  var bundle: String { get }
  /// The date at which a request with this trigger, added at `date`, would be due; nil where it is
  /// never due, or waits for the crossing of a region.
  func nextTriggerDate(of trigger: NotificationTrigger, after date: Date) -> Date?
}

/// The engine of the notification centre: `NotificationClient`, behind a protocol so that the
/// façade can be tested alone.
package protocol NotificationBackend: Sendable {
  /// The bundle or desktop identifier of the app.
  var identifier: String { get }
  /// Whether a process runs that shows pages of apps in the place of a notification's content.
  var supportsContentExtensions: Bool { get }
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

/// An error of the engine that may have a number in Apple's framework.
package protocol NumberedError: Error, CustomStringConvertible {
  /// The code of `UNError`; nil where there is none.
  var number: Int? { get }
}
