/// What the user lets an app do.
public struct NotificationSettings: Sendable, Hashable {
  /// What the user has answered.
  public enum Authorization: String, Codable, Sendable, Hashable {
    case notDetermined, denied, authorized, provisional
  }

  /// The state of one kind of interaction.
  public enum Setting: String, Codable, Sendable, Hashable {
    /// The app has not asked for it.
    case notSupported
    case disabled
    case enabled
  }

  public var authorization: Authorization
  public var alert: Setting
  public var sound: Setting
  public var badge: Setting
  public var notificationCentre: Setting
  public var lockScreen: Setting
  public var criticalAlert: Setting
  public var timeSensitive: Setting

  /// Before the first question nothing is supported.
  public init(
    authorization: Authorization = .notDetermined, alert: Setting = .notSupported,
    sound: Setting = .notSupported, badge: Setting = .notSupported,
    notificationCentre: Setting = .notSupported, lockScreen: Setting = .notSupported,
    criticalAlert: Setting = .notSupported, timeSensitive: Setting = .notSupported
  ) {
    self.authorization = authorization
    self.alert = alert
    self.sound = sound
    self.badge = badge
    self.notificationCentre = notificationCentre
    self.lockScreen = lockScreen
    self.criticalAlert = criticalAlert
    self.timeSensitive = timeSensitive
  }
}

extension NotificationSettings: Codable {
  private enum CodingKeys: String, CodingKey {
    case version, authorization, alert, sound, badge, notificationCentre, lockScreen
    case criticalAlert, timeSensitive
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    try container.checkVersion(.version)
    self.init(
      authorization: try container.decode(.authorization, or: .notDetermined),
      alert: try container.decode(.alert, or: .notSupported),
      sound: try container.decode(.sound, or: .notSupported),
      badge: try container.decode(.badge, or: .notSupported),
      notificationCentre: try container.decode(.notificationCentre, or: .notSupported),
      lockScreen: try container.decode(.lockScreen, or: .notSupported),
      criticalAlert: try container.decode(.criticalAlert, or: .notSupported),
      timeSensitive: try container.decode(.timeSensitive, or: .notSupported))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(FormatVersion(), forKey: .version)
    try container.encode(authorization, forKey: .authorization)
    try container.encode(alert, forKey: .alert)
    try container.encode(sound, forKey: .sound)
    try container.encode(badge, forKey: .badge)
    try container.encode(notificationCentre, forKey: .notificationCentre)
    try container.encode(lockScreen, forKey: .lockScreen)
    try container.encode(criticalAlert, forKey: .criticalAlert)
    try container.encode(timeSensitive, forKey: .timeSensitive)
  }
}
