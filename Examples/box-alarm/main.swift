import Foundation
import UserNotifications

// Watches the box it runs on and rings through silence and Do Not Disturb when its disk is nearly
// full: box-alarm / 5 rings when less than 5 % of / are free.

let center = UNUserNotificationCenter.current()
let path = CommandLine.arguments.dropFirst().first ?? "/"
let limit = CommandLine.arguments.dropFirst(2).first.flatMap(Double.init) ?? 5

/// The program runs in front of nobody: what it has to say is always shown and heard.
final class Loud: NSObject, UNUserNotificationCenterDelegate, Sendable {
  func userNotificationCenter(
    _ center: UNUserNotificationCenter, willPresent notification: UNNotification
  ) async -> UNNotificationPresentationOptions { [.banner, .list, .sound, .badge] }
}

func percentFree() throws -> Double {
  let attributes = try FileManager.default.attributesOfFileSystem(forPath: path)
  let free = (attributes[.systemFreeSize] as? NSNumber)?.doubleValue ?? 0
  let size = (attributes[.systemSize] as? NSNumber)?.doubleValue ?? 0
  return size > 0 ? free / size * 100 : 100
}

func alarm(_ percent: Double) async throws {
  let settings = await center.notificationSettings()
  let content = UNMutableNotificationContent()
  content.title = "The disk is nearly full"
  content.body = String(format: "%@ has %.1f %% left.", path, percent)
  content.badge = 1
  if settings.criticalAlertSetting == .enabled {
    content.sound = .defaultCriticalSound(withAudioVolume: 1)
    content.interruptionLevel = .critical
  } else {
    content.sound = .default
    content.interruptionLevel = .timeSensitive
  }
  // One identifier: a new alarm replaces the old one, and rings again.
  try await center.add(UNNotificationRequest(identifier: path, content: content, trigger: nil))
}

func check() async throws {
  let percent = try percentFree()
  guard percent >= limit else { return try await alarm(percent) }
  center.removeDeliveredNotifications(withIdentifiers: [path])
  try await center.setBadgeCount(0)
}

let loud = Loud()
center.delegate = loud
let options: UNAuthorizationOptions = [.alert, .sound, .badge, .criticalAlert]
if try await !center.requestAuthorization(options: options) {
  print("Not everything is allowed; what is allowed is used.")
}
while true {
  do { try await check() } catch UNError.notificationsNotAllowed {
    print("Notifications are not allowed.")
  }
  try await Task.sleep(for: .seconds(60))
}
