// An app's own source: what it makes public needs no documentation here.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

#if canImport(UIKit)
  import UIKit
#else
  import RemoteRegistration
#endif

// A helper of the years before actors: it is no part of the interface, and is called on the main thread.

public final class PushHelper: NSObject {
  public override init() {}

  public func start(_ application: UIApplication) {
    if !application.isRegisteredForRemoteNotifications {
      application.registerForRemoteNotifications()
    }
  }

  public func startSharedLater() {
    DispatchQueue.main.async { UIApplication.shared.registerForRemoteNotifications() }
  }

  public func hand(_ token: Data, to delegate: UIApplicationDelegate) {
    delegate.application(
      UIApplication.shared, didRegisterForRemoteNotificationsWithDeviceToken: token)
  }
}
