// An app's own source: what it makes public needs no documentation here.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import RegionTypes
import LegacyNotifications

public final class Messenger: NSObject, UIApplicationDelegate {
  public var replies: [String] = []

  public func register() {
    let reply = UIMutableUserNotificationAction()
    reply.identifier = "REPLY"
    reply.title = "Reply"
    reply.activationMode = .background
    reply.behavior = .textInput
    reply.parameters = [UIUserNotificationTextInputActionButtonTitleKey: "Send"]
    let category = UIMutableUserNotificationCategory()
    category.identifier = "MESSAGE"
    category.setActions([reply], for: .default)
    UIApplication.shared.registerUserNotificationSettings(
      UIUserNotificationSettings(types: [.alert, .sound], categories: [category]))
  }

  public func remind(at place: CLLocationCoordinate2D) {
    let notification = UILocalNotification()
    notification.region = CLCircularRegion(center: place, radius: 100, identifier: "shop")
    notification.regionTriggersOnce = false
    notification.alertTitle = "Shopping"
    notification.alertBody = "Buy milk"
    notification.category = "MESSAGE"
    UIApplication.shared.scheduleLocalNotification(notification)
  }

  public var isAllowed: Bool {
    guard let settings = UIApplication.shared.currentUserNotificationSettings else { return false }
    return settings.types.contains(.alert)
  }

  public func application(
    _ application: UIApplication, handleActionWithIdentifier identifier: String?,
    for notification: UILocalNotification, withResponseInfo responseInfo: [AnyHashable: Any],
    completionHandler: @escaping () -> Void
  ) {
    if let text = responseInfo[UIUserNotificationActionResponseTypedTextKey] as? String {
      replies.append(text)
    }
    completionHandler()
  }
}
