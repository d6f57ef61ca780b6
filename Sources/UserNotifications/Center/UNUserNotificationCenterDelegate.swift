import Foundation

/// What an app wants to be told by the centre.
///
/// Every method may be left out. Of those with two forms either one may be written: the centre
/// calls the one with the completion handler, which calls the other unless the app has its own. It
/// calls on the main actor, so the app has to serve that, as on Apple's systems.
public protocol UNUserNotificationCenterDelegate: AnyObject {
  /// Says what is shown of a notification that comes while the app is in the foreground.
  func userNotificationCenter(
    _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
    withCompletionHandler completionHandler:
      @escaping (UNNotificationPresentationOptions) -> Void)

  func userNotificationCenter(
    _ center: UNUserNotificationCenter, willPresent notification: UNNotification
  ) async -> UNNotificationPresentationOptions

  /// Takes what the user did with a notification.
  func userNotificationCenter(
    _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
    withCompletionHandler completionHandler: @escaping () -> Void)

  func userNotificationCenter(
    _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse) async

  /// Shows the app's own settings, asked for from the notification.
  func userNotificationCenter(
    _ center: UNUserNotificationCenter, openSettingsFor notification: UNNotification?)
}

extension UNUserNotificationCenterDelegate {
  public func userNotificationCenter(
    _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
    withCompletionHandler completionHandler:
      @escaping (UNNotificationPresentationOptions) -> Void
  ) {
    nonisolated(unsafe) let (answer, delegate) = (
      completionHandler, self as any UNUserNotificationCenterDelegate
    )
    Task { answer(await delegate.userNotificationCenter(center, willPresent: notification)) }
  }

  /// Without an answer the notification is silent and goes to no list.
  public func userNotificationCenter(
    _ center: UNUserNotificationCenter, willPresent notification: UNNotification
  ) async -> UNNotificationPresentationOptions { [] }

  public func userNotificationCenter(
    _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
    withCompletionHandler completionHandler: @escaping () -> Void
  ) {
    nonisolated(unsafe) let (done, delegate) = (
      completionHandler, self as any UNUserNotificationCenterDelegate
    )
    Task {
      await delegate.userNotificationCenter(center, didReceive: response)
      done()
    }
  }

  public func userNotificationCenter(
    _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse
  ) async {}

  public func userNotificationCenter(
    _ center: UNUserNotificationCenter, openSettingsFor notification: UNNotification?
  ) {}
}
