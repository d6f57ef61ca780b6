// An app's own source: what it makes public needs no documentation here.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Foundation
import UserNotifications

// As in the first listings for iOS 10, of 2016.

public class AlarmScheduler: NSObject {
  public static func generalCategory() -> UNNotificationCategory {
    return UNNotificationCategory(
      identifier: "GENERAL", actions: [], intentIdentifiers: [], options: .customDismissAction)
  }

  public static func timerCategory() -> UNNotificationCategory {
    let snoozeAction = UNNotificationAction(
      identifier: "SNOOZE_ACTION", title: "Snooze",
      options: UNNotificationActionOptions(rawValue: 0))
    let stopAction = UNNotificationAction(
      identifier: "STOP_ACTION", title: "Stop", options: .foreground)
    return UNNotificationCategory(
      identifier: "TIMER_EXPIRED", actions: [snoozeAction, stopAction], intentIdentifiers: [],
      options: UNNotificationCategoryOptions(rawValue: 0))
  }

  public static func register() {
    let center = UNUserNotificationCenter.current()
    center.setNotificationCategories([generalCategory(), timerCategory()])
  }

  public static func wakeUpRequest() -> UNNotificationRequest {
    let content = UNMutableNotificationContent()
    content.title = NSString.localizedUserNotificationString(forKey: "Wake up!", arguments: nil)
    content.body = NSString.localizedUserNotificationString(
      forKey: "Rise and shine! It's morning time!", arguments: nil)
    content.sound = UNNotificationSound.default()
    content.categoryIdentifier = "TIMER_EXPIRED"
    content.badge = 1
    content.userInfo = ["recordID": 42, "tags": ["a", "b"]]

    var dateInfo = DateComponents()
    dateInfo.hour = 7
    dateInfo.minute = 0
    let trigger = UNCalendarNotificationTrigger(dateMatching: dateInfo, repeats: false)
    return UNNotificationRequest(identifier: "MorningAlarm", content: content, trigger: trigger)
  }

  public static func schedule() {
    let center = UNUserNotificationCenter.current()
    center.add(wakeUpRequest()) { (error: Error?) in
      if let theError = error {
        print(theError.localizedDescription)
      }
    }
  }

  public static func sounds() -> [UNNotificationSound] {
    let content = UNMutableNotificationContent()
    content.sound = .default()
    content.sound = UNNotificationSound(named: "MySound.aiff")
    return [content.sound, .default(), UNNotificationSound(named: "Bell.caf")].compactMap { $0 }
  }
}

// A delegate with the completion handlers alone, `Swift.Void` and all.
public class LegacyDelegate: NSObject, UNUserNotificationCenterDelegate {
  public private(set) var answers: [String] = []

  public func userNotificationCenter(
    _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
    withCompletionHandler completionHandler:
      @escaping (UNNotificationPresentationOptions) -> Swift.Void
  ) {
    if notification.request.content.categoryIdentifier == "TIMER_EXPIRED" {
      completionHandler([.alert, .sound])
      return
    }
    completionHandler(UNNotificationPresentationOptions(rawValue: 0))
  }

  public func userNotificationCenter(
    _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
    withCompletionHandler completionHandler: @escaping () -> Swift.Void
  ) {
    switch response.actionIdentifier {
    case UNNotificationDismissActionIdentifier: answers.append("dismissed")
    case UNNotificationDefaultActionIdentifier: answers.append("opened")
    case "SNOOZE_ACTION": answers.append("snooze")
    default: answers.append(response.actionIdentifier)
    }
    completionHandler()
  }
}
