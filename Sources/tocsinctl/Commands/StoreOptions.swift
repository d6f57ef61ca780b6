import ArgumentParser
import NotificationScheduling

/// Whose notifications.
struct AppOptions: ParsableArguments {
  @Option(help: "Those of this app alone.") var app: String?
}

extension NotificationSchedule {
  /// The user's.
  static func ofUser() throws -> NotificationSchedule { try .standard() }
}

/// The app under which the tool itself schedules.
let ownApp = "tocsinctl"
