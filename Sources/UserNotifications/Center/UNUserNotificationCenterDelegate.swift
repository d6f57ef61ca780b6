import Foundation

/// The methods of an app that the notification centre calls.
///
/// Every method is optional. Of those with two forms either one may be implemented: the centre
/// calls the one with the completion handler, which calls the other one by default. The calls are
/// on the main actor, so the app must serve it, as on Apple's systems.
///
/// A method is called where the class that conforms has it, or a class that overrides it.
public protocol UNUserNotificationCenterDelegate: AnyObject {
  /// Returns the parts to show of a notification that comes while the app is in the foreground.
  @preconcurrency func userNotificationCenter(
    _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
    withCompletionHandler completionHandler:
      @escaping @Sendable (UNNotificationPresentationOptions) -> Void)

  /// The same without a handler.
  func userNotificationCenter(
    _ center: UNUserNotificationCenter, willPresent notification: UNNotification
  ) async -> UNNotificationPresentationOptions

  /// Takes a response of the user to a notification.
  @preconcurrency func userNotificationCenter(
    _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
    withCompletionHandler completionHandler: @escaping @Sendable () -> Void)

  /// The same without a handler.
  func userNotificationCenter(
    _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse) async

  /// Shows the app's own settings, which the user has opened from the notification.
  func userNotificationCenter(
    _ center: UNUserNotificationCenter, openSettingsFor notification: UNNotification?)
}

extension UNUserNotificationCenterDelegate {
  /// Calls the method without a handler, and passes on its answer.
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

  /// Returns no options: the notification is silent, and not listed.
  public func userNotificationCenter(
    _ center: UNUserNotificationCenter, willPresent notification: UNNotification
  ) async -> UNNotificationPresentationOptions {
    InheritedDelegate.complain(self, lacks: "willPresent")
    return []
  }

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

  /// Does nothing.
  public func userNotificationCenter(
    _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse
  ) async { InheritedDelegate.complain(self, lacks: "didReceive") }

  /// Does nothing, as an app without settings of its own.
  public func userNotificationCenter(
    _ center: UNUserNotificationCenter, openSettingsFor notification: UNNotification?
  ) {}
}
