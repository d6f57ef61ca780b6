import Foundation
import NotificationTypes
import Testing

@testable import UserNotifications

@Suite("Settings by Apple's names")
struct SettingsTests {
  private static func settings(
    _ change: (inout AppSettings) -> Void = { _ in }
  ) -> UNNotificationSettings {
    var settings = AppSettings()
    change(&settings)
    return UNNotificationSettings(settings)
  }

  @Test("B28: before the first question nothing is supported, and alerts have no style")
  func undetermined() {
    let settings = Self.settings()
    #expect(settings.authorizationStatus == .notDetermined && settings.alertStyle == .none)
    #expect(
      Self.all(settings).allSatisfy { $0 == .notSupported } && Self.all(settings).count == 11)
  }

  @Test("B24: what was granted is enabled, what was not asked for is not supported")
  func granted() {
    let settings = Self.settings { $0.answer(true, to: [.alert, .sound]) }
    #expect(settings.authorizationStatus == .authorized && settings.alertStyle == .banner)
    #expect(settings.alertSetting == .enabled && settings.soundSetting == .enabled)
    #expect(settings.badgeSetting == .notSupported)
    #expect(
      settings.notificationCenterSetting == .enabled && settings.lockScreenSetting == .enabled)
  }

  @Test("B11: what was denied is disabled")
  func denied() {
    let settings = Self.settings { $0.answer(false, to: [.alert, .badge]) }
    #expect(settings.authorizationStatus == .denied && settings.alertStyle == .none)
    #expect(settings.alertSetting == .disabled && settings.badgeSetting == .disabled)
  }

  @Test("B18, B19: on trial the status is provisional, and the list alone is open")
  func provisional() {
    let settings = Self.settings { _ = $0.request([.alert, .provisional]) }
    #expect(settings.authorizationStatus == .provisional)
    #expect(settings.notificationCenterSetting == .enabled)
    #expect(settings.lockScreenSetting == .disabled)
  }

  @Test("An app that has asked for a button to its own settings has one")
  func ownSettings() {
    let options = AuthorizationOptions(
      rawValue: Int(UNAuthorizationOptions([.alert, .providesAppNotificationSettings]).rawValue))
    #expect(Self.settings { $0.answer(true, to: options) }.providesAppNotificationSettings)
    #expect(!Self.settings { $0.answer(true, to: [.alert]) }.providesAppNotificationSettings)
  }

  @Test("What Linux does not have is never supported")
  func absent() {
    let settings = Self.settings { $0.answer(true, to: .interactions) }
    #expect(settings.carPlaySetting == .notSupported)
    #expect(settings.announcementSetting == .notSupported)
    #expect(settings.scheduledDeliverySetting == .notSupported)
    #expect(settings.directMessagesSetting == .notSupported)
    #expect(settings.criticalAlertSetting == .enabled && settings.timeSensitiveSetting == .enabled)
  }

  @Test("Previews and alert styles are the user's choice")
  func choices() {
    let settings = Self.settings {
      $0.answer(true, to: [.alert])
      $0.alertStyle = .alert
      $0.previews = .whenUnlocked
    }
    #expect(settings.alertStyle == .alert && settings.showPreviewsSetting == .whenAuthenticated)
  }

  @Test("Settings go through archives")
  func archives() throws {
    let settings = Self.settings { $0.answer(true, to: [.alert]) }
    #expect(try archived(settings) == settings && settings != Self.settings())
  }

  private static func all(_ settings: UNNotificationSettings) -> [UNNotificationSetting] {
    [
      settings.soundSetting, settings.badgeSetting, settings.alertSetting,
      settings.notificationCenterSetting, settings.lockScreenSetting, settings.carPlaySetting,
      settings.criticalAlertSetting, settings.announcementSetting, settings.timeSensitiveSetting,
      settings.scheduledDeliverySetting, settings.directMessagesSetting,
    ]
  }
}
