public import Foundation

/// What an app wants to be told of servers' notifications.
///
/// Every method may be left out. Of those that take a notification one may be written: the first calls
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
