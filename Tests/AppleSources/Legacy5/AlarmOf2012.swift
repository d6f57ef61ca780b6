// An app's own source: what it makes public needs no documentation here.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import LegacyNotifications

// As it was written when there was no permission to ask for, in today's spelling.
public class AlarmController: NSObject {
  public var alarmDate = Date()

  public func scheduleAlarm(for date: Date) {
    let app = UIApplication.shared
    let oldNotifications = app.scheduledLocalNotifications
    if let old = oldNotifications, old.count > 0 { app.cancelAllLocalNotifications() }
    let alarm = UILocalNotification()
    alarm.fireDate = date
    alarm.timeZone = NSTimeZone.default
    alarm.repeatInterval = NSCalendar.Unit(rawValue: 0)
    alarm.soundName = "alarmsound.caf"
    alarm.alertBody = "Time to wake up!"
    alarm.hasAction = true
    alarm.alertAction = "View"
    alarm.userInfo = ["key": "alarm", "number": NSNumber(value: 7)]
    app.scheduleLocalNotification(alarm)
  }

  public func pill(at hour: Int, name: String) {
    var components = Calendar.current.dateComponents([.year, .month, .day], from: alarmDate)
    components.hour = hour
    let notification = UILocalNotification()
    notification.fireDate = Calendar.current.date(from: components)
    notification.timeZone = .current
    notification.repeatInterval = .day
    notification.alertBody = String(format: "Take %@", name)
    notification.soundName = UILocalNotificationDefaultSoundName
    notification.applicationIconBadgeNumber = UIApplication.shared.applicationIconBadgeNumber + 1
    notification.userInfo = ["pill": name]
    UIApplication.shared.scheduleLocalNotification(notification)
  }

  public func cancel(pill name: String) {
    guard let notifications = UIApplication.shared.scheduledLocalNotifications else { return }
    for notification in notifications {
      if let pill = notification.userInfo?["pill"] as? String, pill == name {
        UIApplication.shared.cancelLocalNotification(notification)
        break
      }
    }
  }

  public func fetched(_ count: Int) {
    let note = UILocalNotification()
    note.alertBody = "\(count) new messages"
    UIApplication.shared.presentLocalNotificationNow(note)
  }
}
