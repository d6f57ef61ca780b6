// Apple's modules, as a program for Apple's systems imports them.

// snippet.notifications
import UserNotifications

let center = UNUserNotificationCenter.current()

func setTimer() async throws {
  let content = UNMutableNotificationContent()
  content.title = "Tea is ready"
  content.sound = UNNotificationSound(named: UNNotificationSoundName("ring.caf"))
  let trigger = UNTimeIntervalNotificationTrigger(timeInterval: 300, repeats: false)
  try await center.requestAuthorization(options: [.alert, .sound])
  try await center.add(
    UNNotificationRequest(identifier: "tea", content: content, trigger: trigger))
}
// snippet.end

try await setTimer()

// snippet.base
class Alarms: NSObject, UNUserNotificationCenterDelegate {
  func userNotificationCenter(
    _ center: UNUserNotificationCenter, willPresent notification: UNNotification
  ) async -> UNNotificationPresentationOptions { [] }
}

final class LoudAlarms: Alarms {
  override func userNotificationCenter(
    _ center: UNUserNotificationCenter, willPresent notification: UNNotification
  ) async -> UNNotificationPresentationOptions { [.banner, .sound] }
}
// snippet.end

// snippet.location
import RegionTypes
import UserNotifications

let home = CLCircularRegion(
  center: CLLocationCoordinate2D(latitude: 52.52, longitude: 13.405), radius: 200,
  identifier: "home")
home.notifyOnExit = false
let atHome = UNLocationNotificationTrigger(region: home, repeats: true)
// snippet.end

// snippet.interface
import UserNotificationsUI

final class TimerInterface: NotificationInterface {
  var presentation = ContentPresentation()

  func didReceive(_ notification: UNNotification) {
    presentation.markup = "<b>\(notification.request.content.title)</b>"
  }
}

let host = ContentExtensionHost(
  TimerInterface(),
  declaration: ContentExtensionDeclaration(categories: ["timer"], initialContentSizeRatio: 0.5))
let timer = UNMutableNotificationContent()
timer.categoryIdentifier = "timer"
print(host.shows(timer))
// snippet.end

// snippet.registration
import RemoteRegistration

final class AppDelegate: UIApplicationDelegate {
  func application(
    _ application: UIApplication,
    didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
  ) {
    print(deviceToken.map { String($0, radix: 16) }.joined())
  }
}

let delegate = AppDelegate()
UIApplication.shared.delegate = delegate
UIApplication.shared.registerForRemoteNotifications()
// snippet.end

// snippet.legacy
import LegacyNotifications

let alarm = UILocalNotification()
alarm.fireDate = Date(timeIntervalSinceNow: 3600)
alarm.timeZone = TimeZone.current
alarm.repeatInterval = .day
alarm.alertBody = "Wake up!"
alarm.soundName = UILocalNotificationDefaultSoundName
UIApplication.shared.scheduleLocalNotification(alarm)
// snippet.end
