import Foundation
import NotificationScheduling
import NotificationStorage
import NotificationTypes

/// An example: a service of a few lines that prints due notifications.
///
///     swift run reminders &
///     tocsinctl schedule --in 5s --title 'Tea is ready'
@main
@MainActor
enum Reminders {
  static func main() async throws {
    let schedule = try NotificationSchedule.standard(check: .integrity)
    let scheduler = Scheduler(for: schedule) { due in
      let late = due.isLate ? ", \(due.lateness) late" : ""
      let line = "\(due.request.identifier): \(due.request.content.title)\(late)\n"
      FileHandle.standardOutput.write(Data(line.utf8))
    }
    try await scheduler.run()
  }
}
