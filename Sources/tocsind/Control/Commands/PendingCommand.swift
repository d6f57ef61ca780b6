import ArgumentParser
import ConsoleOutput
import FoundationEssentials
import NotificationStorage
import NotificationTypes
import Triggers

struct PendingCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pending",
    abstract: "List the notifications that wait, soonest first.")

  @OptionGroup var whose: AppOptions
  @OptionGroup var list: ListOptions

  func run() throws {
    let store = try NotificationSchedule.ofUser().store
    let now = Date()
    let unrecorded = UnrecordedDeliveries(in: store)
    let ended = unrecorded.endedCount(of: whose.app)
    let begun = list.wantsJSON ? BegunDeliveries(in: store) : nil
    // The soonest are found by an index, without sorting all.
    let query = StoreQuery.pending(app: whose.app, limit: list.limit.map { $0 + ended })
    try list.print(
      ["ID", "APP", "NEXT", "IN", "REPEATS", "TITLE"],
      each: { next in
        try store.forEach(query) { try unrecorded.current($0).map(next) ?? true }
      },
      record: { RequestRecord($0, attempts: begun?.attempts(of: $0.request) ?? 0, now: now) },
      cells: { item in
        let request = item.request
        let zone = DateText.zone(of: request.trigger)
        return [
          request.identifier, request.app, item.due.date.map { DateText.full($0, in: zone) } ?? "-",
          item.due.date.map { DateText.countdown($0.timeIntervalSince(now)) } ?? "-",
          request.trigger.repeats ? "yes" : "no", request.content.headline,
        ]
      }, total: store.read(.counts(app: whose.app)).pending - ended, nothing: "nothing is pending")
  }
}

extension NotificationContent {
  /// What stands for it in a list.
  var headline: String { title.isEmpty ? body : title }
}

struct NextCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "next",
    abstract: "Show the next dates of a notification, to check a rule before it is trusted.")

  @Argument(help: "The identifier.") var identifier: String
  @OptionGroup var whose: AppOptions
  @Option(name: .shortAndLong, help: "How many dates.") var number = 10

  @Flag(name: .customLong("json"), help: "Print them as JSON.")
  var wantsJSON = false

  func validate() throws {
    guard (1...100_000).contains(number) else {
      throw ValidationError("--number must be 1 to 100000")
    }
  }

  func run() throws {
    let schedule = try NotificationSchedule.ofUser()
    let found = try schedule.store.fetch(.pending(identifier: identifier)).filter {
      (whose.app ?? $0.request.app) == $0.request.app
    }
    guard let first = found.first else { throw Failure("'\(identifier)' is not pending") }
    guard found.count == 1 else {
      throw Failure("several apps have a '\(identifier)': say --app")
    }
    let dates = try schedule.nextDates(of: first, count: number)
    let zone = DateText.zone(of: first.request.trigger)
    if wantsJSON {
      try Console.printJSON(Listing(items: dates))
    } else {
      for date in dates { Console.print(DateText.full(date, in: zone)) }
    }
  }
}

struct CancelCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cancel", abstract: "Take pending notifications back.")

  @OptionGroup var chosen: ChosenOptions

  func run() throws {
    let schedule = try NotificationSchedule.ofUser()
    try chosen.remove("taken back") { try schedule.cancel($0, app: $1) }
  }
}
