public import Foundation
import NotificationTypes

/// What the user lets an app do.
public class UNNotificationSettings: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  let value: AppSettings

  init(_ value: AppSettings) { self.value = value }

  public var authorizationStatus: UNAuthorizationStatus {
    switch value.permissions.authorization {
    case .notDetermined: .notDetermined
    case .denied: .denied
    case .authorized: .authorized
    case .provisional: .provisional
    }
  }

  public var soundSetting: UNNotificationSetting { .init(value.permissions.sound) }
  public var badgeSetting: UNNotificationSetting { .init(value.permissions.badge) }
  public var alertSetting: UNNotificationSetting { .init(value.permissions.alert) }
  public var notificationCenterSetting: UNNotificationSetting {
    .init(value.permissions.notificationCentre)
  }
  public var lockScreenSetting: UNNotificationSetting { .init(value.permissions.lockScreen) }
  public var criticalAlertSetting: UNNotificationSetting { .init(value.permissions.criticalAlert) }
  public var timeSensitiveSetting: UNNotificationSetting { .init(value.permissions.timeSensitive) }

  /// None before the user has been asked, and where alerts are off.
  public var alertStyle: UNAlertStyle {
    guard value.permissions.alert == .enabled else { return .none }
    switch value.alertStyle {
    case .none: return .none
    case .banner: return .banner
    case .alert: return .alert
    }
  }

  public var showPreviewsSetting: UNShowPreviewsSetting {
    switch value.previews {
    case .always: .always
    case .whenUnlocked: .whenAuthenticated
    case .never: .never
    }
  }

  public var providesAppNotificationSettings: Bool {
    value.requested.rawValue
      & Int(UNAuthorizationOptions.providesAppNotificationSettings.rawValue) != 0
  }

  // There are no cars, no voice that reads aloud, no summary and no message intents.
  public var carPlaySetting: UNNotificationSetting { .notSupported }
  public var announcementSetting: UNNotificationSetting { .notSupported }
  public var scheduledDeliverySetting: UNNotificationSetting { .notSupported }
  public var directMessagesSetting: UNNotificationSetting { .notSupported }

  // MARK: As an object

  public func copy(with zone: NSZone? = nil) -> Any { self }

  public override func isEqual(_ object: Any?) -> Bool {
    (object as? UNNotificationSettings)?.value == value
  }

  public override var hash: Int { value.hashValue }

  public class var supportsSecureCoding: Bool { true }

  public func encode(with coder: NSCoder) { coder.encodeValue(value) }

  public required init?(coder: NSCoder) {
    guard let value: AppSettings = coder.decodeValue() else { return nil }
    self.value = value
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
