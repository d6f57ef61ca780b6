import AppleSourcesSwift5
import Foundation
import Testing

@testable import UserNotifications

@Suite("What the tests of apps make for themselves")
struct TestDoubleTests {
  private var request: UNNotificationRequest {
    let content = UNMutableNotificationContent()
    content.title = "Tea"
    return UNNotificationRequest(identifier: "a", content: content, trigger: nil)
  }

  @Test("A notification and a response come from a coder that answers by keys alone")
  func foreignCoder() throws {
    let date = Date(timeIntervalSinceReferenceDate: 42.5)
    let notification = try #require(
      UNNotification(coder: ResponseCoder(["request": request, "date": date])))
    #expect(notification.date == date && notification.request == request)
    let response = try #require(
      UNNotificationResponse(
        coder: ResponseCoder([
          "notification": notification, "actionIdentifier": UNNotificationDefaultActionIdentifier,
        ])))
    #expect(response.notification == notification)
    #expect(response.actionIdentifier == UNNotificationDefaultActionIdentifier)
    let text = try #require(
      UNTextInputNotificationResponse(
        coder: ResponseCoder([
          "notification": notification, "actionIdentifier": "reply", "userText": "Yes",
        ])))
    #expect(text.userText == "Yes")
  }

  @Test("A coder that knows nothing of a notification makes none, and ends nothing")
  func emptyCoder() {
    #expect(UNNotification(coder: ResponseCoder([:])) == nil)
    #expect(UNNotificationResponse(coder: ResponseCoder([:])) == nil)
    #expect(UNNotificationRequest(coder: ResponseCoder([:])) == nil)
    #expect(UNNotification(coder: ResponseCoder(["request": 7, "date": "soon"])) == nil)
  }

  @Test(
    "Settings come from a coder that answers with numbers",
    arguments: [
      UNAuthorizationStatus.notDetermined, .denied, .authorized, .provisional, .ephemeral,
    ])
  func settings(status: UNAuthorizationStatus) throws {
    let coder = SettingsCoder()
    coder.authorizationStatus = status.rawValue
    let settings = try #require(UNNotificationSettings(coder: coder))
    #expect(settings.authorizationStatus == status)
    #expect(
      settings.alertSetting == UNNotificationSetting(rawValue: status.rawValue) ?? .notSupported)
    #expect(UNNotificationSettings(authorizationStatus: status).authorizationStatus == status)
  }

  @Test("Subclasses answer in the place of what they stand for")
  func subclasses() throws {
    let double = NotificationDouble(date: Date(), request: request)
    double.content = ContentDouble()
    #expect(double.request.content.title == "a double")
    #expect(double.request.content.userInfo["key"] as? String == "value")
    let response = ResponseDouble(notification: double, actionIdentifier: "x")
    #expect(response.actionIdentifier == UNNotificationDismissActionIdentifier)
    #expect(SettingsDouble(authorizationStatus: .denied).authorizationStatus == .ephemeral)
  }
}
