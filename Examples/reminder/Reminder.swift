import UserNotifications

// Reminds of something, takes "Done", "In ten minutes" or a note as the answer:
//   reminder "Call the dentist" 2026-11-23T09:00

@main
final class Reminder: NSObject, UNUserNotificationCenterDelegate {
  private let center = UNUserNotificationCenter.current()

  static func main() async throws {
    guard CommandLine.arguments.count == 3, let date = date(from: CommandLine.arguments[2]) else {
      print("usage: reminder TEXT 2026-11-23T09:00")
      exit(64)
    }
    let reminder = Reminder()
    try await reminder.remind(of: CommandLine.arguments[1], at: date)
    while true { try await Task.sleep(nanoseconds: 1_000_000_000_000) }
  }

  private static func date(from text: String) -> Date? {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.dateFormat = "yyyy-MM-dd'T'HH:mm"
    return formatter.date(from: text)
  }

  private func remind(of text: String, at date: Date) async throws {
    center.delegate = self
    let done = UNNotificationAction(identifier: "done", title: "Done")
    let later = UNNotificationAction(identifier: "later", title: "In ten minutes")
    let note = UNTextInputNotificationAction(
      identifier: "note", title: "Note…", textInputButtonTitle: "Keep",
      textInputPlaceholder: "What came of it?")
    center.setNotificationCategories([
      UNNotificationCategory(
        identifier: "reminder", actions: [done, later, note], intentIdentifiers: [],
        options: .customDismissAction)
    ])
    guard try await center.requestAuthorization(options: [.alert, .sound]) else {
      print("Notifications are not allowed.")
      exit(77)
    }
    let parts = Calendar.current.dateComponents(
      [.year, .month, .day, .hour, .minute], from: date)
    let trigger = UNCalendarNotificationTrigger(dateMatching: parts, repeats: false)
    guard let next = trigger.nextTriggerDate() else {
      print("That was in the past.")
      exit(65)
    }
    try await center.add(request(text, trigger: trigger))
    print("I will remind you on \(next).")
  }

  private func request(_ text: String, trigger: UNNotificationTrigger) -> UNNotificationRequest {
    let content = UNMutableNotificationContent()
    content.title = text
    content.sound = .default
    content.categoryIdentifier = "reminder"
    return UNNotificationRequest(identifier: text, content: content, trigger: trigger)
  }

  func userNotificationCenter(
    _ center: UNUserNotificationCenter, willPresent notification: UNNotification
  ) async -> UNNotificationPresentationOptions { [.banner, .list, .sound] }

  func userNotificationCenter(
    _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse
  ) async {
    let text = response.notification.request.identifier
    if response.actionIdentifier == "later" {
      let trigger = UNTimeIntervalNotificationTrigger(timeInterval: 600, repeats: false)
      try? await center.add(request(text, trigger: trigger))
      return print("In ten minutes.")
    }
    let note = (response as? UNTextInputNotificationResponse)?.userText
    print(note.map { "\(text): \($0)" } ?? "\(text): \(response.actionIdentifier)")
    exit(0)
  }
}
