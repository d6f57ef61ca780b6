public import Foundation
import NotificationTypes

/// The permissions that the user gives an app.
open class UNNotificationSettings: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  let value: AppSettings
  /// An app clip's, which only a test can state.
  private let isEphemeral: Bool

  init(_ value: AppSettings, isEphemeral: Bool = false) {
    self.value = value
    self.isEphemeral = isEphemeral
  }

  /// Settings that an app creates for its tests.
  public init(
    authorizationStatus: UNAuthorizationStatus, alertSetting: UNNotificationSetting = .enabled,
    soundSetting: UNNotificationSetting = .enabled, badgeSetting: UNNotificationSetting = .enabled
  ) {
    value = AppSettings(
      permissions: NotificationSettings(
        authorization: .init(authorizationStatus), alert: .init(alertSetting),
        sound: .init(soundSetting), badge: .init(badgeSetting),
        notificationCentre: .init(alertSetting), lockScreen: .init(alertSetting)))
    isEphemeral = authorizationStatus == .ephemeral
  }

  /// The user's answer to the app's request.
  open var authorizationStatus: UNAuthorizationStatus {
    if isEphemeral { return .ephemeral }
    return switch value.permissions.authorization {
    case .notDetermined: .notDetermined
    case .denied: .denied
    case .authorized: .authorized
    case .provisional: .provisional
    }
  }

  /// Whether sounds are played.
  public var soundSetting: UNNotificationSetting { .init(value.permissions.sound) }
  /// Whether the app's icon has a number.
  public var badgeSetting: UNNotificationSetting { .init(value.permissions.badge) }
  /// Whether banners are shown.
  public var alertSetting: UNNotificationSetting { .init(value.permissions.alert) }
  /// Whether notifications stay in the list of delivered notifications.
  open var notificationCenterSetting: UNNotificationSetting {
    .init(value.permissions.notificationCentre)
  }
  /// Whether banners are shown while the screen is locked.
  public var lockScreenSetting: UNNotificationSetting { .init(value.permissions.lockScreen) }
  /// Whether critical alerts come through mute, do not disturb and quiet hours.
  public var criticalAlertSetting: UNNotificationSetting { .init(value.permissions.criticalAlert) }
  /// Whether time-sensitive notifications pass through do not disturb and quiet hours.
  public var timeSensitiveSetting: UNNotificationSetting { .init(value.permissions.timeSensitive) }

  /// The style of alerts; none before the user has been asked, and where alerts are off.
  open var alertStyle: UNAlertStyle {
    guard value.permissions.alert == .enabled else { return .none }
    switch value.alertStyle {
    case .none: return .none
    case .banner: return .banner
    case .alert: return .alert
    }
  }

  /// The condition under which the text of a notification may be read.
  open var showPreviewsSetting: UNShowPreviewsSetting {
    switch value.previews {
    case .always: .always
    case .whenUnlocked: .whenAuthenticated
    case .never: .never
    }
  }

  /// Whether the app has settings of its own, as stated in its request.
  open var providesAppNotificationSettings: Bool {
    value.requested.rawValue
      & Int(UNAuthorizationOptions.providesAppNotificationSettings.rawValue) != 0
  }

  /// There is no CarPlay here.
  open var carPlaySetting: UNNotificationSetting { .notSupported }
  /// There are no announcements here.
  open var announcementSetting: UNNotificationSetting { .notSupported }
  /// There is no scheduled summary here.
  open var scheduledDeliverySetting: UNNotificationSetting { .notSupported }
  /// Direct messages are not distinguished from others here.
  open var directMessagesSetting: UNNotificationSetting { .notSupported }

  // MARK: As an object

  /// This object, because it does not change.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? UNNotificationSettings else { return false }
    return other.value == value && other.isEphemeral == isEphemeral
  }

  open override var hash: Int { value.hashValue }

  /// True: only expected classes are decoded from an archive.
  open class var supportsSecureCoding: Bool { true }

  /// Encodes the object for `init(coder:)`.
  open func encode(with coder: NSCoder) { coder.encodeValue(value) }

  /// Decodes an object from `encode(with:)`; nil where the coder does not contain one.
  public required init?(coder: NSCoder) {
    guard coder is NSKeyedUnarchiver else {
      value = AppSettings(fieldsOf: coder)
      isEphemeral = coder.number("authorizationStatus") == UNAuthorizationStatus.ephemeral
      return
    }
    guard let value: AppSettings = coder.decodeValue() else { return nil }
    self.value = value
    isEphemeral = false
  }
}

/// A coder that an app's tests have written contains the fields by Apple's names, each as a number
/// of 64 bits.
extension AppSettings {
  fileprivate init(fieldsOf coder: NSCoder) {
    func setting(_ name: String) -> NotificationSettings.Setting {
      .init(coder.number("\(name)Setting") ?? UNNotificationSetting.notSupported)
    }
    self.init(
      permissions: NotificationSettings(
        authorization: .init(coder.number("authorizationStatus") ?? .notDetermined),
        alert: setting("alert"), sound: setting("sound"), badge: setting("badge"),
        notificationCentre: setting("notificationCenter"), lockScreen: setting("lockScreen"),
        criticalAlert: setting("criticalAlert"), timeSensitive: setting("timeSensitive")),
      alertStyle: .init(coder.number("alertStyle") ?? UNAlertStyle.banner),
      previews: .init(coder.number("showPreviewsSetting") ?? UNShowPreviewsSetting.always))
  }
}

extension NSCoder {
  fileprivate func number<Value: RawRepresentable<Int>>(_ key: String) -> Value? {
    Value(rawValue: Int(truncatingIfNeeded: decodeInt64(forKey: key)))
  }
}

extension NotificationSettings.Authorization {
  fileprivate init(_ status: UNAuthorizationStatus) {
    switch status {
    case .notDetermined: self = .notDetermined
    case .denied: self = .denied
    case .authorized, .ephemeral: self = .authorized
    case .provisional: self = .provisional
    }
  }
}

extension NotificationSettings.Setting {
  fileprivate init(_ setting: UNNotificationSetting) {
    switch setting {
    case .notSupported: self = .notSupported
    case .disabled: self = .disabled
    case .enabled: self = .enabled
    }
  }
}

extension AppSettings.AlertStyle {
  fileprivate init(_ style: UNAlertStyle) {
    switch style {
    case .none: self = .none
    case .banner: self = .banner
    case .alert: self = .alert
    }
  }
}

extension AppSettings.Previews {
  fileprivate init(_ setting: UNShowPreviewsSetting) {
    switch setting {
    case .always: self = .always
    case .whenAuthenticated: self = .whenUnlocked
    case .never: self = .never
    }
  }
}

extension UNNotificationSetting {
  fileprivate init(_ value: NotificationSettings.Setting) {
    switch value {
    case .notSupported: self = .notSupported
    case .disabled: self = .disabled
    case .enabled: self = .enabled
    }
  }
}
