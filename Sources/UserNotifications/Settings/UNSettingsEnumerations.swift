/// The kinds of interaction that an app asks the user for.
public struct UNAuthorizationOptions: OptionSet, Sendable, Hashable {
  public let rawValue: UInt

  public init(rawValue: UInt) { self.rawValue = rawValue }

  public static let badge = UNAuthorizationOptions(rawValue: 1)
  public static let sound = UNAuthorizationOptions(rawValue: 2)
  public static let alert = UNAuthorizationOptions(rawValue: 4)
  public static let carPlay = UNAuthorizationOptions(rawValue: 8)
  public static let criticalAlert = UNAuthorizationOptions(rawValue: 16)
  public static let providesAppNotificationSettings = UNAuthorizationOptions(rawValue: 32)
  public static let provisional = UNAuthorizationOptions(rawValue: 64)
  public static let announcement = UNAuthorizationOptions(rawValue: 128)
  public static let timeSensitive = UNAuthorizationOptions(rawValue: 256)
}

/// What the user has answered.
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

/// When the text of a notification may be read.
public enum UNShowPreviewsSetting: Int, Sendable, Hashable {
  case always = 0
  case whenAuthenticated = 1
  case never = 2
}

/// What an app in the foreground wants the system to do with its notification.
public struct UNNotificationPresentationOptions: OptionSet, Sendable, Hashable {
  public let rawValue: UInt

  public init(rawValue: UInt) { self.rawValue = rawValue }

  public static let badge = UNNotificationPresentationOptions(rawValue: 1)
  public static let sound = UNNotificationPresentationOptions(rawValue: 2)
  /// Both `list` and `banner`, as it was before there were two.
  public static let alert = UNNotificationPresentationOptions(rawValue: 4)
  public static let list = UNNotificationPresentationOptions(rawValue: 8)
  public static let banner = UNNotificationPresentationOptions(rawValue: 16)
}
