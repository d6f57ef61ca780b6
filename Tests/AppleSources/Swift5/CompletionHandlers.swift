// An app's own source: what it makes public needs no documentation here.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Foundation
import UserNotifications

// As in the years of Swift 4 and 5: closures, weak selves, the main queue.

public final class NotificationManager: NSObject {
  public static let shared = NotificationManager()
  let center = UNUserNotificationCenter.current()
  public var isAllowed = false

  public func ask(completion: @escaping (Bool) -> Void) {
    UNUserNotificationCenter.current().requestAuthorization(options: [.alert, .sound, .badge]) {
      [weak self] granted, error in
      guard error == nil else {
        completion(false)
        return
      }
      self?.isAllowed = granted
      completion(granted)
    }
  }

  public func checkSettings(_ completion: @escaping (String) -> Void) {
    UNUserNotificationCenter.current().getNotificationSettings { settings in
      guard settings.authorizationStatus == .authorized else {
        completion("no")
        return
      }
      switch settings.alertSetting {
      case .enabled: completion("alert")
      case .disabled, .notSupported: completion("badge and sound")
      @unknown default: completion("?")
      }
    }
  }

  public func scheduleReminder(in seconds: TimeInterval, id: String = UUID().uuidString) {
    let content = UNMutableNotificationContent()
    content.title = "Reminder"
    content.subtitle = "Do not forget"
    content.sound = UNNotificationSound(named: UNNotificationSoundName("bell.caf"))
    content.sound = UNNotificationSound(named: UNNotificationSoundName(rawValue: "bell.caf"))
    content.threadIdentifier = "reminders"
    content.summaryArgument = "Somebody"
    content.summaryArgumentCount = 2
    let trigger = UNTimeIntervalNotificationTrigger(timeInterval: seconds, repeats: false)
    let request = UNNotificationRequest(identifier: id, content: content, trigger: trigger)
    let current = UNUserNotificationCenter.current()
    current.add(request)
    current.add(request, withCompletionHandler: nil)
    current.add(
      request,
      withCompletionHandler: { error in
        if let error = error as NSError?, error.domain == UNErrorDomain,
          error.code == UNError.Code.notificationsNotAllowed.rawValue
        {
          print("denied")
        }
      })
  }

  public func cancelOverdue(_ completion: @escaping () -> Void) {
    let current = UNUserNotificationCenter.current()
    current.getPendingNotificationRequests { requests in
      let overdue = requests.filter {
        guard let trigger = $0.trigger as? UNCalendarNotificationTrigger else { return false }
        return trigger.nextTriggerDate() == nil
      }
      current.removePendingNotificationRequests(withIdentifiers: overdue.map { $0.identifier })
      current.getDeliveredNotifications { (notifications: [UNNotification]) in
        let ids = notifications.filter { $0.date < Date(timeIntervalSinceNow: -3600) }
          .map { $0.request.identifier }
        current.removeDeliveredNotifications(withIdentifiers: ids)
        current.setBadgeCount(0) { _ in completion() }
      }
    }
  }

  public func clear() {
    let current = UNUserNotificationCenter.current()
    current.removeAllPendingNotificationRequests()
    current.removeAllDeliveredNotifications()
    current.setBadgeCount(0)
    current.getNotificationCategories { categories in
      let known = categories.filter { $0.identifier != "old" }
      current.setNotificationCategories(known)
    }
  }

  public static func describe(_ trigger: UNNotificationTrigger?) -> String {
    switch trigger {
    case let calendar as UNCalendarNotificationTrigger: return "\(calendar.dateComponents)"
    case let interval as UNTimeIntervalNotificationTrigger: return "\(interval.timeInterval) s"
    case let location as UNLocationNotificationTrigger: return location.region.identifier
    case is UNPushNotificationTrigger: return "push"
    default: return "none"
    }
  }
}
