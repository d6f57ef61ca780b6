import AppNotifications
import Foundation
import NotificationTypes
import UserNotifications

extension UIApplication {
  /// The reason for the launch of an app.
  public struct LaunchOptionsKey: RawRepresentable, Hashable, Sendable {
    /// Apple's name of the key.
    public let rawValue: String

    /// A key with any name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The user has chosen this `UILocalNotification`.
    public static let localNotification = LaunchOptionsKey(
      rawValue: "UIApplicationLaunchOptionsLocalNotificationKey")
    /// The user has chosen a notification from a server; the value is its payload.
    public static let remoteNotification = LaunchOptionsKey(
      rawValue: "UIApplicationLaunchOptionsRemoteNotificationKey")
  }

  /// Launches the app: the delegate gets the user's choices from before the launch, and from now on
  /// all events.
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

  /// The options; nil unless the user has chosen the notification itself, because actions have a
  /// method of their own.
  private static func options(_ response: NotificationResponse) -> [LaunchOptionsKey: Any]? {
    guard response.actionIdentifier == NotificationAction.defaultIdentifier,
      let request = response.notification?.request
    else { return nil }
    return request.trigger == .push
      ? [.remoteNotification: UserInfo.apple(request.content.userInfo)]
      : [.localNotification: UILocalNotification(request)]
  }
}

/// The form before Swift 4.2.
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
///   - argc: ignored.
///   - argv: ignored.
///   - principalClassName: ignored: the app is a `UIApplication`.
///   - delegateClassName: the name from `NSStringFromClass`; the class is derived from
///     `UIResponder`.
@preconcurrency @MainActor @discardableResult public func UIApplicationMain(
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
