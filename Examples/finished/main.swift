import UserNotifications

// Rings and shows a line, then ends: make; finished "The build is over"

let content = UNMutableNotificationContent()
content.title = CommandLine.arguments.dropFirst().joined(separator: " ")
content.sound = .default
let center = UNUserNotificationCenter.current()
center.requestAuthorization(options: [.alert, .sound]) { _, _ in }
center.add(UNNotificationRequest(identifier: UUID().uuidString, content: content, trigger: nil)) {
  error in
  if let error { print(error.localizedDescription) }
}
