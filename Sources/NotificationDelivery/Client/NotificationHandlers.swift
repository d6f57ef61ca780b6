public import NotificationTypes

/// What a running app wants to be told.
public struct NotificationHandlers: Sendable {
  /// Says what is to be shown of a notification that comes while the app is in the foreground. It
  /// has two seconds; nil, and no answer in time, is silence.
  public var willPresent: (@Sendable (DeliveredNotification) async -> PresentationOptions)?
  /// Takes what the user did with a notification: at least once, for a response is forgotten when
  /// this has returned. Where it throws, the response stays for the next handlers.
  public var didReceive: (@Sendable (NotificationResponse) async throws -> Void)?
  /// Shows the app's own settings for notifications, asked for from the one that is given.
  public var openSettings: (@Sendable (DeliveredNotification?) async -> Void)?

  /// Handlers; the app is not told what is left out.
  public init(
    willPresent: (@Sendable (DeliveredNotification) async -> PresentationOptions)? = nil,
    didReceive: (@Sendable (NotificationResponse) async throws -> Void)? = nil,
    openSettings: (@Sendable (DeliveredNotification?) async -> Void)? = nil
  ) {
    self.willPresent = willPresent
    self.didReceive = didReceive
    self.openSettings = openSettings
  }
}
