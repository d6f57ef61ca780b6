public import Foundation

/// The methods of an app for its launch and for notifications.
///
/// Every method is optional. Of those for the same event one may be implemented: by default the
/// first calls the second, and the second calls the third.
@preconcurrency @MainActor public protocol UIApplicationDelegate: AnyObject {
  /// Takes the token, for the servers that may send to the app.
  func application(
    _ application: UIApplication,
    didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data)

  /// Takes the reason why the app gets no token.
  func application(
    _ application: UIApplication,
    didFailToRegisterForRemoteNotificationsWithError error: any Error)

  /// Takes a message from a server to the app itself, and calls the handler within 30 s.
  func application(
    _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
    fetchCompletionHandler completionHandler: @escaping @Sendable (UIBackgroundFetchResult) -> Void)

  /// The same without a handler.
  @MainActor func application(
    _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any]
  ) async -> UIBackgroundFetchResult

  /// The same for an app that returns no result.
  func application(
    _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any])

  // MARK: Launching

  /// Called first. The options contain the user's choice; the result has no effect here.
  func application(
    _ application: UIApplication,
    willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool

  /// Sets the app up. A notification in the options does not come a second time.
  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool

  /// The same for an app that ignores the options.
  func applicationDidFinishLaunching(_ application: UIApplication)

  /// Called when the app has been launched.
  func applicationDidBecomeActive(_ application: UIApplication)

  // MARK: Before iOS 10

  /// Takes the permitted types, after each registration.
  func application(
    _ application: UIApplication, didRegister notificationSettings: UIUserNotificationSettings)

  /// Takes a notification that comes while the app is in front, and is not shown then; or one that
  /// the user has chosen.
  func application(_ application: UIApplication, didReceive notification: UILocalNotification)

  /// Takes an action of a notification, with the text of the user, and calls the handler.
  func application(
    _ application: UIApplication, handleActionWithIdentifier identifier: String?,
    for notification: UILocalNotification, withResponseInfo responseInfo: [AnyHashable: Any],
    completionHandler: @escaping () -> Void)

  /// The same without a text.
  func application(
    _ application: UIApplication, handleActionWithIdentifier identifier: String?,
    for notification: UILocalNotification, completionHandler: @escaping () -> Void)

  /// Takes an action of a notification from a server, with the text of the user, and calls the
  /// handler.
  func application(
    _ application: UIApplication, handleActionWithIdentifier identifier: String?,
    forRemoteNotification userInfo: [AnyHashable: Any],
    withResponseInfo responseInfo: [AnyHashable: Any], completionHandler: @escaping () -> Void)

  /// The same without a text.
  func application(
    _ application: UIApplication, handleActionWithIdentifier identifier: String?,
    forRemoteNotification userInfo: [AnyHashable: Any], completionHandler: @escaping () -> Void)
}

extension UIApplicationDelegate {
  /// Leaves the token to those who ask for it.
  public func application(
    _ application: UIApplication,
    didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
  ) {}

  /// Does nothing.
  public func application(
    _ application: UIApplication,
    didFailToRegisterForRemoteNotificationsWithError error: any Error
  ) {}

  /// Calls the form without a handler.
  public func application(
    _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
    fetchCompletionHandler completionHandler: @escaping @Sendable (UIBackgroundFetchResult) -> Void
  ) {
    nonisolated(unsafe) let userInfo = userInfo
    Task {
      completionHandler(
        await self.application(application, didReceiveRemoteNotification: userInfo))
    }
  }

  /// Calls the form without a result.
  nonisolated(nonsending) public func application(
    _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any]
  ) async -> UIBackgroundFetchResult {
    nonisolated(unsafe) let (delegate, userInfo) = (self, userInfo)
    await delegate.tell(application, userInfo)
    return .noData
  }

  /// Does nothing.
  public func application(
    _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any]
  ) {}

  /// Not in an asynchronous function, because it would call itself.
  private func tell(_ application: UIApplication, _ userInfo: [AnyHashable: Any]) {
    self.application(application, didReceiveRemoteNotification: userInfo)
  }
}

/// The result of an app that was woken.
@frozen public enum UIBackgroundFetchResult: UInt, Sendable {
  /// There was new data.
  case newData
  /// There was no new data.
  case noData
  /// The data could not be fetched.
  case failed
}
