/// The permissions of an app's notifications.
public struct NotificationSettings: Sendable, Hashable {
  /// The user's answer.
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

  /// Whether the app may send notifications at all.
  public var authorization: Authorization
  /// Whether banners are shown.
  public var alert: Setting
  /// Whether sounds are played; critical ones have ``criticalAlert``.
  public var sound: Setting
  /// Whether the app's icon has a number.
  public var badge: Setting
  /// Whether notifications stay in the list of delivered ones.
  public var notificationCentre: Setting
  /// Whether banners are shown while the screen is locked.
  public var lockScreen: Setting
  /// Whether critical alerts break through silence and Do Not Disturb.
  public var criticalAlert: Setting
  /// Whether time-sensitive notifications pass through do not disturb and quiet hours.
  public var timeSensitive: Setting

  /// Before the first question, every setting is "not supported".
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

  /// Reads the JSON form, in which every key may be missing.
  /// - Throws: `DecodingError`, ``NotificationFormatError`` where a later version has written it.
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

  /// Writes the JSON form of the current version.
  /// - Throws: any error from the encoder.
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
