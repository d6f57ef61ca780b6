// An app's own source: what it makes public needs no documentation here.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import LegacyNotifications

// An old app that was brought to Swift 6 and keeps its API.
public final class Countdown: UIResponder, UIApplicationDelegate {
  public private(set) var received: [String] = []
  private var current: UILocalNotification?

  public func start(seconds: TimeInterval) {
    stop()
    let notification = UILocalNotification()
    notification.fireDate = Date().addingTimeInterval(seconds)
    notification.alertTitle = "Countdown"
    notification.alertBody = "Timer completed!"
    notification.soundName = UILocalNotificationDefaultSoundName
    UIApplication.shared.scheduleLocalNotification(notification)
    current = notification
  }

  public func stop() {
    if let current { UIApplication.shared.cancelLocalNotification(current) }
    current = nil
  }

  public func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]? = nil
  ) -> Bool {
    application.registerUserNotificationSettings(
      UIUserNotificationSettings(types: [.alert, .sound], categories: nil))
    return true
  }

  public func application(
    _ application: UIApplication, didReceive notification: UILocalNotification
  ) { received.append(notification.alertTitle ?? "") }
}
