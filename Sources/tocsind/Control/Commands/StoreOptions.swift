import ArgumentParser
import NotificationStorage

/// Whose notifications.
struct AppOptions: ParsableArguments {
  @Option(help: "Only those of this app.") var app: String?
}

/// The maximum number of requests of an app.
struct LimitOptions: ParsableArguments {
  @Option(
    name: .customLong("limit"),
    help: """
      So many requests an app may have; the soonest are kept. 'missed' lists what was taken out.
      """)
  var count = 64

  func validate() throws {
    guard count > 0 else { throw ValidationError("--limit must be 1 or more") }
  }
}

extension NotificationSchedule {
  /// The user's. Reports on standard error whose it is, if another user's, and what was lost of it.
  static func ofUser(
    limit: PendingLimit = .standard
  ) throws -> NotificationSchedule {
    let schedule = try standard(limit: limit)
    Warnings.tellOfOwner(schedule.store.folder)
    Warnings.tellOfDamage(schedule.store)
    return schedule
  }
}

/// The app under which the tool itself schedules.
let ownApp = "tocsinctl"
