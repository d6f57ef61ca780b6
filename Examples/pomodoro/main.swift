import Foundation
import UserNotifications

// Works 25 minutes, rests 5, and rings between. Minutes can be given: pomodoro 50 10

final class Pomodoro: NSObject, UNUserNotificationCenterDelegate {
  private let center = UNUserNotificationCenter.current()
  private let minutes: [(name: String, length: TimeInterval)]
  private let rounds: Int

  init(work: TimeInterval, rest: TimeInterval, rounds: Int) {
    minutes = [("Work", work), ("Rest", rest)]
    self.rounds = rounds
    super.init()
    center.delegate = self
  }

  func start() {
    center.requestAuthorization(options: [.alert, .sound]) { granted, error in
      guard granted else {
        print("Notifications are not allowed. \(error.map { "\($0)" } ?? "")")
        exit(1)
      }
      self.schedule()
    }
  }

  /// All bells at once: they ring even if this program ends.
  private func schedule() {
    center.removeAllPendingNotificationRequests()
    var seconds: TimeInterval = 0
    for round in 1...rounds {
      for (index, phase) in minutes.enumerated() {
        seconds += phase.length * 60
        let content = UNMutableNotificationContent()
        content.title = "\(phase.name) is over"
        content.body = "Round \(round) of \(rounds). Next: \(minutes[1 - index].name)."
        content.sound = .default
        content.threadIdentifier = "pomodoro"
        content.userInfo = ["last": round == rounds && index == 1]
        let trigger = UNTimeIntervalNotificationTrigger(timeInterval: seconds, repeats: false)
        let request = UNNotificationRequest(
          identifier: "\(round)-\(phase.name)", content: content, trigger: trigger)
        center.add(request) { error in
          if let error = error { print("Not scheduled: \(error.localizedDescription)") }
        }
      }
    }
    center.getPendingNotificationRequests { print("\($0.count) bells are scheduled.") }
  }

  func userNotificationCenter(
    _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
    withCompletionHandler completionHandler: @escaping (UNNotificationPresentationOptions) -> Void
  ) {
    let content = notification.request.content
    print("\(content.title). \(content.body)")
    completionHandler([.banner, .sound, .list])
    guard content.userInfo["last"] as? Bool == true else { return }
    // The bell rings while this program runs if there is no daemon: leave it time.
    DispatchQueue.main.asyncAfter(deadline: .now() + 5) { exit(0) }
  }
}

let lengths = CommandLine.arguments.dropFirst().compactMap(TimeInterval.init)
let pomodoro = Pomodoro(
  work: lengths.first ?? 25, rest: lengths.dropFirst().first ?? 5, rounds: 4)
pomodoro.start()
RunLoop.main.run()
