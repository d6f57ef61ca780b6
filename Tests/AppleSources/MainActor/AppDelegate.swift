// An app's own source: what it makes public needs no documentation here.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import UserNotifications
import UserNotificationsUI

// As a new project of 2026: everything is on the main actor unless it says otherwise.

public final class AppDelegate: NSObject, UNUserNotificationCenterDelegate {
  public private(set) var log: [String] = []

  public override init() {}

  public func launch() async throws {
    let center = UNUserNotificationCenter.current()
    center.delegate = self
    let granted = try await center.requestAuthorization(options: [.alert, .sound])
    let settings = await center.notificationSettings()
    log.append("granted \(granted), alerts \(settings.alertSetting == .enabled)")
    let content = UNMutableNotificationContent()
    content.title = "Launched"
    try await center.add(
      UNNotificationRequest(identifier: "launch", content: content, trigger: nil))
    center.getDeliveredNotifications { notifications in
      let count = notifications.count
      Task { @MainActor in self.log.append("delivered \(count)") }
    }
  }

  public func userNotificationCenter(
    _ center: UNUserNotificationCenter, willPresent notification: UNNotification
  ) async -> UNNotificationPresentationOptions {
    log.append("present \(notification.request.identifier)")
    return [.banner]
  }

  public func userNotificationCenter(
    _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
    withCompletionHandler completionHandler: @escaping () -> Void
  ) {
    log.append("receive \(response.actionIdentifier)")
    completionHandler()
  }
}

public final class CardViewController: NSObject, UNNotificationContentExtension {
  public private(set) var label = ""

  public override init() {}

  public func didReceive(_ notification: UNNotification) {
    label = notification.request.content.title
  }
}

public nonisolated final class PlainService: UNNotificationServiceExtension {
  public override func didReceive(
    _ request: UNNotificationRequest,
    withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
  ) {
    contentHandler(request.content)
  }
}
