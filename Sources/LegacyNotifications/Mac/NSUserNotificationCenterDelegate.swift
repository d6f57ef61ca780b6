/// What a Mac's app wants to be told of its notifications; every method may be left out.
public protocol NSUserNotificationCenterDelegate: AnyObject {
  /// Is told that a notification has been delivered, as long as the app runs in front.
  func userNotificationCenter(
    _ center: NSUserNotificationCenter, didDeliver notification: NSUserNotification)

  /// Takes what the user did with a notification: its `activationType` says what.
  func userNotificationCenter(
    _ center: NSUserNotificationCenter, didActivate notification: NSUserNotification)

  /// Says whether a notification is shown though the app is in front.
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

  /// What comes while the app is in front is not shown.
  public func userNotificationCenter(
    _ center: NSUserNotificationCenter, shouldPresent notification: NSUserNotification
  ) -> Bool { false }
}
