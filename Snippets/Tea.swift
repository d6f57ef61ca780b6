//! A notification in five minutes, with Apple's API.

import UserNotifications

/// Schedules a notification that is delivered in five minutes.
func remind() async throws {
  let center = UNUserNotificationCenter.current()
  guard try await center.requestAuthorization(options: [.alert, .sound]) else { return }
  let content = UNMutableNotificationContent()
  content.title = "Tea is ready"
  content.sound = .default
  let trigger = UNTimeIntervalNotificationTrigger(timeInterval: 300, repeats: false)
  try await center.add(
    UNNotificationRequest(identifier: "tea", content: content, trigger: trigger))
}

try await remind()
