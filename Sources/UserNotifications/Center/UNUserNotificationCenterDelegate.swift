import Foundation

/// What an app wants to be told by the centre.
///
/// Every method may be left out. Of those with two forms either one may be written: the centre
/// calls the one with the completion handler, which calls the other unless the app has its own. It
/// calls on the main actor, so the app has to serve that, as on Apple's systems.
public protocol UNUserNotificationCenterDelegate: AnyObject {
  /// Says what is shown of a notification that comes while the app is in the foreground.
  @preconcurrency func userNotificationCenter(
    _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
    withCompletionHandler completionHandler:
      @escaping @Sendable (UNNotificationPresentationOptions) -> Void)

  /// The same without a handler.
  func userNotificationCenter(
    _ center: UNUserNotificationCenter, willPresent notification: UNNotification
  ) async -> UNNotificationPresentationOptions

  /// Takes what the user did with a notification.
  @preconcurrency func userNotificationCenter(
    _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
    withCompletionHandler completionHandler: @escaping @Sendable () -> Void)

  /// The same without a handler.
  func userNotificationCenter(
    _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse) async

  /// Shows the app's own settings, asked for from the notification.
  func userNotificationCenter(
    _ center: UNUserNotificationCenter, openSettingsFor notification: UNNotification?)
}

extension UNUserNotificationCenterDelegate {
  /// Passes on what the method without a handler answers.
  @preconcurrency public func userNotificationCenter(
    _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
    withCompletionHandler completionHandler:
      @escaping @Sendable (UNNotificationPresentationOptions) -> Void
  ) {
    nonisolated(unsafe) let delegate = self as any UNUserNotificationCenterDelegate
    Task {
      completionHandler(await delegate.userNotificationCenter(center, willPresent: notification))
    }
  }

  /// Without an answer the notification is silent and goes to no list.
  public func userNotificationCenter(
    _ center: UNUserNotificationCenter, willPresent notification: UNNotification
  ) async -> UNNotificationPresentationOptions { [] }

  /// Calls the method without a handler, then the handler.
  @preconcurrency public func userNotificationCenter(
    _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
    withCompletionHandler completionHandler: @escaping @Sendable () -> Void
  ) {
    nonisolated(unsafe) let delegate = self as any UNUserNotificationCenterDelegate
    Task {
      await delegate.userNotificationCenter(center, didReceive: response)
      completionHandler()
    }
  }

  /// An app that has neither form is told nothing.
  public func userNotificationCenter(
    _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse
  ) async {}

  /// An app without settings of its own shows none.
  public func userNotificationCenter(
    _ center: UNUserNotificationCenter, openSettingsFor notification: UNNotification?
  ) {}
}
