public import Foundation

/// What an app wants to be told of its launch and of notifications.
///
/// Every method may be left out. Of those that take the same one may be written: the first calls
/// the second, and that the third, unless the app has its own.
@preconcurrency @MainActor public protocol UIApplicationDelegate: AnyObject {
  /// Takes the token, for those who may send to the app.
  func application(
    _ application: UIApplication,
    didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data)

  /// Is told why the app gets no token.
  func application(
    _ application: UIApplication,
    didFailToRegisterForRemoteNotificationsWithError error: any Error)

  /// Takes what a server has sent to the app itself, and calls the handler within 30 s.
  func application(
    _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
    fetchCompletionHandler completionHandler: @escaping @Sendable (UIBackgroundFetchResult) -> Void)

  /// The same without a handler.
  func application(
    _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any]
  ) async -> UIBackgroundFetchResult

  /// The same for an app that has nothing to tell.
  func application(
    _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any])

  // MARK: Launching

  /// Is called first. What the user has chosen is in the options; the result says nothing here.
  func application(
    _ application: UIApplication,
    willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool

  /// Sets the app up. A notification that is in the options does not come a second time.
  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool

  /// The same for an app that looks at no options.
  func applicationDidFinishLaunching(_ application: UIApplication)

  /// Is called when the app has been launched.
  func applicationDidBecomeActive(_ application: UIApplication)

  // MARK: Before iOS 10

  /// Is told what the user allows, after each registration.
  func application(
    _ application: UIApplication, didRegister notificationSettings: UIUserNotificationSettings)

  /// Takes a notification that comes while the app is in front, and that is not shown then; or one that
  /// the user has chosen.
  func application(_ application: UIApplication, didReceive notification: UILocalNotification)

  /// Takes an action of a notification, with the text that the user wrote, and calls the handler.
  func application(
    _ application: UIApplication, handleActionWithIdentifier identifier: String?,
    for notification: UILocalNotification, withResponseInfo responseInfo: [AnyHashable: Any],
    completionHandler: @escaping () -> Void)

  /// The same without a text.
  func application(
    _ application: UIApplication, handleActionWithIdentifier identifier: String?,
    for notification: UILocalNotification, completionHandler: @escaping () -> Void)

  /// Takes an action of a server's notification, with the text that the user wrote, and calls the
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

  /// Calls the form that tells nothing.
  public func application(
    _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any]
  ) async -> UIBackgroundFetchResult {
    tell(application, userInfo)
    return .noData
  }

  /// Does nothing.
  public func application(
    _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any]
  ) {}

  /// Not in an asynchronous function, which would call itself.
  private func tell(_ application: UIApplication, _ userInfo: [AnyHashable: Any]) {
    self.application(application, didReceiveRemoteNotification: userInfo)
  }
}

/// What an app has got after it was woken.
@frozen public enum UIBackgroundFetchResult: UInt, Sendable {
  /// There was something.
  case newData
  /// There was nothing.
  case noData
  /// It could not be got.
  case failed
}
