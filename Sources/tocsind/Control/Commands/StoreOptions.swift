import ArgumentParser
import ConsoleOutput
import NotificationStorage

/// Whose notifications.
struct AppOptions: ParsableArguments {
  @Option(help: "Only those of this app.") var app: String?
}

/// Which notifications a command takes away.
struct ChosenOptions: ParsableArguments {
  @Argument(help: "The identifiers.") var identifiers: [String] = []
  @Flag(help: "All of them, or all of --app.") var all = false
  @OptionGroup var whose: AppOptions

  func validate() throws {
    guard all != !identifiers.isEmpty else {
      throw ValidationError("give identifiers, or --all")
    }
  }

  /// Takes them away, and prints how many there were.
  /// - Parameter remove: gets the identifiers, nil for all, and the app.
  func remove(_ done: String, by remove: ([String]?, String?) throws -> Int) throws {
    let count = try remove(all ? nil : identifiers, whose.app)
    Console.complain("\(count) \(done)")
    if !all, count < Set(identifiers).count { throw ExitStatus.failure }
  }
}

/// The maximum number of requests of an app.
struct LimitOptions: ParsableArguments {
  @Option(
    name: .customLong("limit"),
    help: "Refuse a new request if the app already has this many; by default there is no maximum.")
  var count: Int?

  func validate() throws {
    guard count ?? 1 > 0 else { throw ValidationError("--limit must be 1 or more") }
  }

  /// 64 is the limit of Apple's API alone.
  var pending: PendingLimit { count.map { .refuseNew($0) } ?? .unlimited }
}

extension NotificationSchedule {
  /// The user's. Reports on standard error whose it is, if another user's, and what was lost of it.
  static func ofUser(
    limit: PendingLimit = .unlimited
  ) throws -> NotificationSchedule {
    let schedule = try standard(limit: limit)
    Warnings.tellOfOwner(schedule.store.folder)
    Warnings.tellOfDamage(schedule.store)
    return schedule
  }
}

/// The app under which the tool itself schedules.
let ownApp = "tocsinctl"
