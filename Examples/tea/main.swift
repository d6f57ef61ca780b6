import UserNotifications

let center = UNUserNotificationCenter.current()
let content = UNMutableNotificationContent()
content.title = "Tea is ready"
content.sound = .default
let trigger = UNTimeIntervalNotificationTrigger(timeInterval: 300, repeats: false)
center.requestAuthorization(options: [.alert, .sound]) { _, _ in }
center.add(UNNotificationRequest(identifier: "tea", content: content, trigger: trigger))
