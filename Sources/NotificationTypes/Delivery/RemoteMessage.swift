public import FoundationEssentials

/// What a server sends to an app itself: the app is woken with it, and the user does not notice.
public struct RemoteMessage: Codable, Sendable, Hashable {
  /// The app.
  public var app: String
  /// The push's own identifier, `apns-id`.
  public var identifier: String
  /// The whole payload.
  public var userInfo: [String: UserInfoValue]
  /// When it had come.
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
