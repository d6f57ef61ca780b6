// An app's own source: what it makes public needs no documentation here.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Foundation
import UserNotifications

// Delegates whose base class conforms, as apps have them that share a base of their own.

public class QuietHandlers: NSObject, UNUserNotificationCenterDelegate {
  public func userNotificationCenter(
    _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
    withCompletionHandler completionHandler: @escaping (UNNotificationPresentationOptions) -> Void
  ) {
    completionHandler([])
  }
}

public final class LoudHandlers: QuietHandlers {
  public override func userNotificationCenter(
    _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
    withCompletionHandler completionHandler: @escaping (UNNotificationPresentationOptions) -> Void
  ) {
    completionHandler([.banner])
  }
}

public class QuietAnswers: NSObject, UNUserNotificationCenterDelegate {
  public func userNotificationCenter(
    _ center: UNUserNotificationCenter, willPresent notification: UNNotification
  ) async -> UNNotificationPresentationOptions { [] }
}

public final class LoudAnswers: QuietAnswers {
  public override func userNotificationCenter(
    _ center: UNUserNotificationCenter, willPresent notification: UNNotification
  ) async -> UNNotificationPresentationOptions { [.banner] }
}

public class BareDelegate: NSObject, UNUserNotificationCenterDelegate {}

public final class AddedAnswers: BareDelegate {
  public func userNotificationCenter(
    _ center: UNUserNotificationCenter, willPresent notification: UNNotification
  ) async -> UNNotificationPresentationOptions { [.banner] }
}
