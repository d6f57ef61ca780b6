// An app's own source: what it makes public needs no documentation here.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import LegacyNotifications

public enum Identifiers {
  public static let invite = "INVITE_CATEGORY"
  public static let accept = "ACCEPT_IDENTIFIER"
  public static let maybe = "MAYBE_IDENTIFIER"
  public static let decline = "DECLINE_IDENTIFIER"
}

public class AppDelegate: UIResponder, UIApplicationDelegate {
  public var log: [String] = []

  public func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplicationLaunchOptionsKey: Any]?
  ) -> Bool {
    registerSettings(application)
    if let notification = launchOptions?[UIApplicationLaunchOptionsKey.localNotification]
      as? UILocalNotification
    {
      log.append("launched by \(notification.alertBody ?? "")")
      application.applicationIconBadgeNumber = notification.applicationIconBadgeNumber - 1
    }
    if let payload = launchOptions?[.remoteNotification] as? [AnyHashable: Any] {
      log.append("launched by \(payload.count) keys")
    }
    return true
  }

  public func registerSettings(_ application: UIApplication) {
    let accept = UIMutableUserNotificationAction()
    accept.identifier = Identifiers.accept
    accept.title = "Accept"
    accept.activationMode = .background
    accept.isDestructive = false
    accept.isAuthenticationRequired = false

    let maybe = UIMutableUserNotificationAction()
    maybe.identifier = Identifiers.maybe
    maybe.title = "Maybe"
    maybe.activationMode = UIUserNotificationActivationMode.background

    let decline = UIMutableUserNotificationAction()
    decline.identifier = Identifiers.decline
    decline.title = "Decline"
    decline.activationMode = .foreground
    decline.isDestructive = true

    let invite = UIMutableUserNotificationCategory()
    invite.identifier = Identifiers.invite
    invite.setActions([accept, maybe, decline], for: .default)
    invite.setActions([accept, decline], for: .minimal)

    let types: UIUserNotificationType = [.badge, .sound, .alert]
    let settings = UIUserNotificationSettings(types: types, categories: Set([invite]))
    application.registerUserNotificationSettings(settings)
  }

  public func application(
    _ application: UIApplication, didRegister notificationSettings: UIUserNotificationSettings
  ) {
    log.append("allowed \(notificationSettings.types.rawValue)")
    if notificationSettings.types != [] { application.registerForRemoteNotifications() }
  }

  public func application(
    _ application: UIApplication, didReceive notification: UILocalNotification
  ) {
    if application.applicationState == .active {
      log.append("in front: \(notification.alertBody ?? "")")
    } else {
      log.append("chosen: \(notification.alertBody ?? "")")
    }
  }

  public func application(
    _ application: UIApplication, handleActionWithIdentifier identifier: String?,
    for notification: UILocalNotification, completionHandler: @escaping () -> Void
  ) {
    if identifier == Identifiers.accept { log.append("accepted \(notification.category ?? "")") }
    completionHandler()
  }

  public func application(
    _ application: UIApplication,
    didFailToRegisterForRemoteNotificationsWithError error: Error
  ) { log.append("no token") }
}
