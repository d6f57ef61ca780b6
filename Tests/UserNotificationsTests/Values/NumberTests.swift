import AppNotifications
import Foundation
import NotificationTypes
import Testing

@testable import UserNotifications

@Suite("The numbers and names that Apple has given")
struct NumberTests {
  @Test("Option sets have Apple's bits")
  func bits() {
    #expect(
      [
        UNAuthorizationOptions.badge, .sound, .alert, .carPlay, .criticalAlert,
        .providesAppNotificationSettings, .provisional, .announcement, .timeSensitive,
      ].map(\.rawValue) == [1, 2, 4, 8, 16, 32, 64, 128, 256])
    #expect(
      [UNNotificationPresentationOptions.badge, .sound, .alert, .list, .banner].map(\.rawValue)
        == [1, 2, 4, 8, 16])
    #expect(
      [UNNotificationActionOptions.authenticationRequired, .destructive, .foreground]
        .map(\.rawValue) == [1, 2, 4])
    #expect(
      [
        UNNotificationCategoryOptions.customDismissAction, .allowInCarPlay,
        .hiddenPreviewsShowTitle, .hiddenPreviewsShowSubtitle, .allowAnnouncement,
      ].map(\.rawValue) == [1, 2, 4, 8, 16])
  }

  @Test("Enumerations have Apple's numbers")
  func numbers() {
    #expect(
      [UNAuthorizationStatus.notDetermined, .denied, .authorized, .provisional, .ephemeral]
        .map(\.rawValue) == [0, 1, 2, 3, 4])
    #expect(
      [UNNotificationSetting.notSupported, .disabled, .enabled].map(\.rawValue) == [0, 1, 2])
    #expect([UNAlertStyle.none, .banner, .alert].map(\.rawValue) == [0, 1, 2])
    #expect(
      [UNShowPreviewsSetting.always, .whenAuthenticated, .never].map(\.rawValue) == [0, 1, 2])
    #expect(
      [UNNotificationInterruptionLevel.passive, .active, .timeSensitive, .critical]
        .map(\.rawValue) == [0, 1, 2, 3])
  }

  @Test("Identifiers of actions are Apple's strings")
  func names() {
    #expect(
      UNNotificationDefaultActionIdentifier == "com.apple.UNNotificationDefaultActionIdentifier")
    #expect(
      UNNotificationDismissActionIdentifier == "com.apple.UNNotificationDismissActionIdentifier")
  }

  static let codes: [(UNError.Code, Int)] = [
    (UNError.notificationsNotAllowed, 1), (UNError.attachmentInvalidURL, 100),
    (UNError.attachmentUnrecognizedType, 101), (UNError.attachmentInvalidFileSize, 102),
    (UNError.attachmentNotInDataStore, 103), (UNError.attachmentMoveIntoDataStoreFailed, 104),
    (UNError.attachmentCorrupt, 105), (UNError.notificationInvalidNoDate, 1400),
    (UNError.notificationInvalidNoContent, 1401), (UNError.contentProvidingObjectNotAllowed, 1500),
    (UNError.contentProvidingInvalid, 1501), (UNError.badgeInputInvalid, 1600),
  ]

  @Test("Errors have Apple's domain, codes and a sentence", arguments: codes)
  func errors(code: UNError.Code, number: Int) {
    let error: any Error = UNError(code)
    let bridged = error as NSError
    #expect(bridged.domain == UNErrorDomain && UNErrorDomain == "UNErrorDomain")
    #expect(bridged.code == number && code.rawValue == number)
    #expect(!error.localizedDescription.isEmpty && bridged.localizedDescription == code.description)
    #expect(code ~= error && code ~= bridged && !(code ~= CocoaError(.fileNoSuchFile)))
  }

  @Test("An error keeps what it was made with, and is equal by it")
  func userInfo() {
    let error = UNError(.attachmentCorrupt, userInfo: ["path": "/a.png", "size": 3])
    #expect(error.userInfo["path"] as? String == "/a.png" && (error as NSError).userInfo.count == 3)
    #expect(error == UNError(.attachmentCorrupt, userInfo: ["size": 3, "path": "/a.png"]))
    #expect(error != UNError(.attachmentCorrupt) && error != UNError(.badgeInputInvalid))
  }

  static let clientErrors: [(ClientError, UNError.Code)] = [
    (.notAllowed, .notificationsNotAllowed), (.attachmentInvalidURL("a"), .attachmentInvalidURL),
    (.attachmentUnrecognizedType("a"), .attachmentUnrecognizedType),
    (.attachmentInvalidFileSize("a"), .attachmentInvalidFileSize),
    (.attachmentNotInDataStore("a"), .attachmentNotInDataStore),
    (.attachmentMoveFailed("a"), .attachmentMoveIntoDataStoreFailed),
    (.attachmentCorrupt("a"), .attachmentCorrupt), (.noDate, .notificationInvalidNoDate),
    (.noContent, .notificationInvalidNoContent), (.badgeInputInvalid, .badgeInputInvalid),
  ]

  @Test("Every error of the engine has one of Apple's codes", arguments: clientErrors)
  func translated(error: ClientError, code: UNError.Code) throws {
    let translated = try #require(UNError.apple(error) as? UNError)
    #expect(translated.code == code && translated.localizedDescription == error.description)
  }
}
