/// The handlers of a running app.
public struct NotificationHandlers: Sendable {
  /// Returns the parts to show of a notification that comes while the app is in the foreground. The
  /// timeout is two seconds; after it, and for nil, nothing is shown.
  public var willPresent: (@Sendable (DeliveredNotification) async -> PresentationOptions)?
  /// Takes a response of the user, at least once: the response is removed after this has returned.
  /// If it throws, the response is kept for the next handlers.
  public var didReceive: (@Sendable (NotificationResponse) async throws -> Void)?
  /// Shows the app's own settings for notifications; the argument is the notification from which
  /// the user asked for them.
  public var openSettings: (@Sendable (DeliveredNotification?) async -> Void)?

  /// Handlers; events without one are ignored.
  public init(
    willPresent: (@Sendable (DeliveredNotification) async -> PresentationOptions)? = nil,
    didReceive: (@Sendable (NotificationResponse) async throws -> Void)? = nil,
    openSettings: (@Sendable (DeliveredNotification?) async -> Void)? = nil
  ) {
    self.willPresent = willPresent
    self.didReceive = didReceive
    self.openSettings = openSettings
  }

  /// The error of ``didReceive`` where the app's delegate was released before it could take a
  /// response.
  package struct NobodyThere: Error {
    package init() {}
  }
}
