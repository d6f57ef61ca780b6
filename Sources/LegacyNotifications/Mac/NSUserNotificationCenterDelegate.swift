/// The methods of a Mac's app for its notifications; every method is optional.
public protocol NSUserNotificationCenterDelegate: AnyObject {
  /// Called when a notification has been delivered, as long as the app runs in front.
  func userNotificationCenter(
    _ center: NSUserNotificationCenter, didDeliver notification: NSUserNotification)

  /// Takes the user's action on a notification; its `activationType` is the kind of action.
  func userNotificationCenter(
    _ center: NSUserNotificationCenter, didActivate notification: NSUserNotification)

  /// Returns whether a notification is shown although the app is in front.
  func userNotificationCenter(
    _ center: NSUserNotificationCenter, shouldPresent notification: NSUserNotification
  ) -> Bool
}

extension NSUserNotificationCenterDelegate {
  /// Does nothing.
  public func userNotificationCenter(
    _ center: NSUserNotificationCenter, didDeliver notification: NSUserNotification
  ) {}

  /// Does nothing.
  public func userNotificationCenter(
    _ center: NSUserNotificationCenter, didActivate notification: NSUserNotification
  ) {}

  /// Returns false: notifications are not shown while the app is in front.
  public func userNotificationCenter(
    _ center: NSUserNotificationCenter, shouldPresent notification: NSUserNotification
  ) -> Bool { false }
}
