// An app's own source: what it makes public needs no documentation here.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import LegacyNotifications

public class Reminders: NSObject, NSUserNotificationCenterDelegate {
  public var log: [String] = []

  public func launch() { NSUserNotificationCenter.default.delegate = self }

  public func notify(_ title: String, _ text: String) {
    let notification = NSUserNotification()
    notification.title = title
    notification.informativeText = text
    notification.soundName = NSUserNotificationDefaultSoundName
    NSUserNotificationCenter.default.deliver(notification)
  }

  public func schedule(in seconds: TimeInterval) {
    let notification = NSUserNotification()
    notification.identifier = "meeting"
    notification.title = "Meeting"
    notification.subtitle = "Room 4"
    notification.informativeText = "It begins"
    notification.deliveryDate = Date(timeIntervalSinceNow: seconds)
    notification.deliveryTimeZone = TimeZone(identifier: "Europe/Berlin")
    var interval = DateComponents()
    interval.day = 1
    notification.deliveryRepeatInterval = interval
    notification.actionButtonTitle = "Join"
    notification.otherButtonTitle = "Later"
    notification.hasActionButton = true
    notification.userInfo = ["url": "https://example.org"]
    NSUserNotificationCenter.default.scheduleNotification(notification)
  }

  public func ask() {
    let notification = NSUserNotification()
    notification.title = "Anna"
    notification.informativeText = "Coming?"
    notification.hasReplyButton = true
    notification.responsePlaceholder = "Write"
    NSUserNotificationCenter.default.deliver(notification)
  }

  public func clear() {
    let center = NSUserNotificationCenter.default
    for notification in center.scheduledNotifications {
      center.removeScheduledNotification(notification)
    }
    center.removeAllDeliveredNotifications()
  }

  public func userNotificationCenter(
    _ center: NSUserNotificationCenter, shouldPresent notification: NSUserNotification
  ) -> Bool { true }

  public func userNotificationCenter(
    _ center: NSUserNotificationCenter, didDeliver notification: NSUserNotification
  ) { log.append("delivered \(notification.title ?? "")") }

  public func userNotificationCenter(
    _ center: NSUserNotificationCenter, didActivate notification: NSUserNotification
  ) {
    switch notification.activationType {
    case .contentsClicked: log.append("clicked")
    case .actionButtonClicked:
      log.append("action \(notification.userInfo?["url"] as? String ?? "")")
    case .replied: log.append("replied \(notification.response?.string ?? "")")
    default: break
    }
    center.removeDeliveredNotification(notification)
  }
}
