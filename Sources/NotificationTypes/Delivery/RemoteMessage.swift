public import FoundationEssentials

/// A message from a server to an app itself: it wakes the app, and the user does not notice it.
public struct RemoteMessage: Codable, Sendable, Hashable {
  /// The app.
  public var app: String
  /// The push's own identifier, `apns-id`.
  public var identifier: String
  /// The whole payload.
  public var userInfo: [String: UserInfoValue]
  /// The time when it arrived.
  public var date: Date

  /// A message for an app.
  public init(
    app: String, identifier: String, userInfo: [String: UserInfoValue], date: Date
  ) {
    self.app = app
    self.identifier = identifier
    self.userInfo = userInfo
    self.date = date
  }
}
