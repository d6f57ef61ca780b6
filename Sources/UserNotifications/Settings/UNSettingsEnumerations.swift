/// The kinds of interaction that an app requests from the user.
public struct UNAuthorizationOptions: OptionSet, Sendable, Hashable {
  /// The options as a mask of bits.
  public let rawValue: UInt

  /// Takes the options of a mask; bits without a name are kept.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// A number on the app's icon.
  public static let badge = UNAuthorizationOptions(rawValue: 1)
  /// Sounds.
  public static let sound = UNAuthorizationOptions(rawValue: 2)
  /// Banners.
  public static let alert = UNAuthorizationOptions(rawValue: 4)
  /// Notifications in CarPlay; there is no CarPlay here, so this is only stored.
  public static let carPlay = UNAuthorizationOptions(rawValue: 8)
  /// Alerts that come through mute, do not disturb and quiet hours.
  public static let criticalAlert = UNAuthorizationOptions(rawValue: 16)
  /// A button that opens the app's own settings.
  public static let providesAppNotificationSettings = UNAuthorizationOptions(rawValue: 32)
  /// Quiet delivery on trial: the user is not asked before.
  public static let provisional = UNAuthorizationOptions(rawValue: 64)
  /// Announcements by Siri; there are no announcements here, so this is only stored.
  public static let announcement = UNAuthorizationOptions(rawValue: 128)
  /// Notifications that come through do not disturb; Apple has an entitlement for it today.
  public static let timeSensitive = UNAuthorizationOptions(rawValue: 256)
}

/// The user's answer.
public enum UNAuthorizationStatus: Int, Sendable, Hashable {
  case notDetermined = 0
  case denied = 1
  case authorized = 2
  case provisional = 3
  case ephemeral = 4
}

/// The state of one kind of interaction.
public enum UNNotificationSetting: Int, Sendable, Hashable {
  case notSupported = 0
  case disabled = 1
  case enabled = 2
}

/// How an alert appears.
public enum UNAlertStyle: Int, Sendable, Hashable {
  case none = 0
  case banner = 1
  case alert = 2
}

/// The condition under which the text of a notification may be read.
public enum UNShowPreviewsSetting: Int, Sendable, Hashable {
  case always = 0
  case whenAuthenticated = 1
  case never = 2
}

/// The parts of its notification that an app in the foreground wants to have shown.
public struct UNNotificationPresentationOptions: OptionSet, Sendable, Hashable {
  /// The options as a mask of bits.
  public let rawValue: UInt

  /// Takes the options of a mask; bits without a name are kept.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// The number on the app's icon changes.
  public static let badge = UNNotificationPresentationOptions(rawValue: 1)
  /// The sound is played.
  public static let sound = UNNotificationPresentationOptions(rawValue: 2)
  /// Both `list` and `banner`: the form before they were separate options.
  public static let alert = UNNotificationPresentationOptions(rawValue: 4)
  /// The notification is added to the list of delivered notifications.
  public static let list = UNNotificationPresentationOptions(rawValue: 8)
  /// A banner is shown.
  public static let banner = UNNotificationPresentationOptions(rawValue: 16)
}
