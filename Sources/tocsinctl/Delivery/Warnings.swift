import Files
import ConsoleOutput
import Foundation
import NotificationDelivery
import NotificationScheduling
import NotificationTypes

/// What is said on standard error of a request that was accepted, and may not do what is hoped for.
enum Warnings {
  /// What it asks for and will not get.
  static func tell(about request: NotificationRequest, in schedule: NotificationSchedule) {
    guard let profile = try? schedule.store.profile(app: request.app) else { return }
    let environment = ProcessInfo.processInfo.environment
    let doubts = RequestDoubts(
      request, profile: profile, configuration: HostConfiguration(environment: environment))
    for sentence in doubts.sentences { Console.complain("Warning: \(printable(sentence))") }
  }

  /// Whether anybody is there who delivers to this app.
  static func tellOfDeliverer(of app: String, in folder: StoreFolder = .standard()) {
    if let owner = SchedulerLock.owner(of: .everyApp, in: folder) {
      guard !owner.isReached() else { return }
      Console.complain(
        "Warning: the daemon, process \(owner.processIdentifier), cannot be reached: it looks by "
          + "itself within a minute")
    } else if AppPresence.current(of: app, in: folder) == .absent {
      Console.complain("Warning: no daemon runs: nothing is delivered before tocsind is started")
    }
  }
}
