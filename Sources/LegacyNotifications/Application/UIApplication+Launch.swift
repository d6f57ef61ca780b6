import Foundation
import NotificationDelivery
import NotificationTypes
import UserNotifications

extension UIApplication {
  /// What an app was launched for.
  public struct LaunchOptionsKey: RawRepresentable, Hashable, Sendable {
    /// Apple's name of the key.
    public let rawValue: String

    /// Takes any name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The user has chosen this `UILocalNotification`.
    public static let localNotification = LaunchOptionsKey(
      rawValue: "UIApplicationLaunchOptionsLocalNotificationKey")
    /// The user has chosen a server's notification, whose payload this is.
    public static let remoteNotification = LaunchOptionsKey(
      rawValue: "UIApplicationLaunchOptionsRemoteNotificationKey")
  }

  /// Launches the app: the delegate is told what the user has chosen while the app did not run, and from
  /// now on what comes.
  func launch(_ delegate: any UIApplicationDelegate) {
    launchedDelegate = delegate
    self.delegate = delegate
    let first = client.now { await $0.waitingResponses().first }
    let options = first.flatMap(Self.options)
    if options != nil { launchResponse = first }
    _ = delegate.application(self, willFinishLaunchingWithOptions: options)
    _ = delegate.application(self, didFinishLaunchingWithOptions: options)
    useOlderAPI()
    delegate.applicationDidBecomeActive(self)
  }

  /// Nil unless the user has chosen the notification itself: actions come to their own method.
  private static func options(_ response: NotificationResponse) -> [LaunchOptionsKey: Any]? {
    guard response.actionIdentifier == NotificationAction.defaultIdentifier,
      let request = response.notification?.request
    else { return nil }
    return request.trigger == .push
      ? [.remoteNotification: UserInfo.apple(request.content.userInfo)]
      : [.localNotification: UILocalNotification(request)]
  }
}

/// As it was written before Swift 4.2.
public typealias UIApplicationLaunchOptionsKey = UIApplication.LaunchOptionsKey

extension UIApplicationDelegate where Self: UIResponder {
  /// Launches the app with a delegate of this class and serves the main queue: `@main`.
  public static func main() {
    UIApplication.shared.launch(Self())
    RunLoop.main.run()
  }
}

/// Launches the app and serves the main queue; it does not return before that ends.
/// - Parameters:
///   - argc: is not looked at.
///   - argv: is not looked at.
///   - principalClassName: is not looked at: the app is a `UIApplication`.
///   - delegateClassName: as `NSStringFromClass` gives it; the class is derived from `UIResponder`.
@MainActor @discardableResult public func UIApplicationMain(
  _ argc: Int32, _ argv: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>,
  _ principalClassName: String?, _ delegateClassName: String?
) -> Int32 {
  if let name = delegateClassName {
    guard let type = NSClassFromString(name) as? UIResponder.Type,
      let delegate = type.init() as? any UIApplicationDelegate
    else {
      preconditionFailure("\(name) is not a UIResponder that is a UIApplicationDelegate")
    }
    UIApplication.shared.launch(delegate)
  }
  RunLoop.main.run()
  return 0
}
