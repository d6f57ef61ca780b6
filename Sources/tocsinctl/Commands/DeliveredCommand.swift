import ArgumentParser
import ConsoleOutput
import Foundation
import NotificationScheduling
import NotificationTypes

struct DeliveredCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "delivered", abstract: "List the delivered notifications, newest first.")

  @OptionGroup var whose: AppOptions

  @Flag(name: .customLong("json"), help: "Print them as JSON.")
  var wantsJSON = false

  func run() throws {
    let delivered = try NotificationSchedule.ofUser().store.delivered(app: whose.app)
    if wantsJSON { return try Console.printJSON(Listing(items: delivered)) }
    guard !delivered.isEmpty else { return Console.complain("nothing was delivered") }
    var table = Table("ID", "APP", "DELIVERED", "LATE", "TITLE")
    for item in delivered {
      let zone = DateText.zone(of: item.request.trigger)
      let lateness = item.dueDate.map { item.date.timeIntervalSince($0) } ?? 0
      table.append(
        item.request.identifier, item.request.app, DateText.full(item.date, in: zone),
        lateness < 1 ? "-" : DateText.countdown(lateness),
        item.request.content.title.isEmpty ? item.request.content.body : item.request.content.title
      )
    }
    Console.print(table.text)
  }
}

struct RemoveDeliveredCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove-delivered", abstract: "Take delivered notifications off the list.")

  @Argument(help: "The identifiers.") var identifiers: [String] = []
  @Flag(help: "All of them, or all of --app.") var all = false
  @OptionGroup var whose: AppOptions

  func validate() throws {
    guard all != !identifiers.isEmpty else {
      throw ValidationError("give identifiers, or --all")
    }
  }

  func run() throws {
    let count = try NotificationSchedule.ofUser().removeDelivered(
      all ? nil : identifiers, app: whose.app)
    Console.complain("\(count) removed")
    if !all, count < Set(identifiers).count { throw ExitStatus.failure }
  }
}

struct MissedCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "missed", abstract: "List the notifications that were missed, and why.")

  @OptionGroup var whose: AppOptions

  @Flag(name: .customLong("json"), help: "Print them as JSON.")
  var wantsJSON = false

  func run() throws {
    let missed = try NotificationSchedule.ofUser().store.missed(app: whose.app)
    if wantsJSON { return try Console.printJSON(Listing(items: missed)) }
    guard !missed.isEmpty else { return Console.complain("nothing was missed") }
    let zone = TimeZoneDatabase.system.deviceZone
    var table = Table("ID", "APP", "DUE", "COUNT", "WHY")
    for item in missed {
      table.append(
        item.identifier, item.app, item.dueDate.map { DateText.full($0, in: zone) } ?? "-",
        "\(item.count)", item.reason.text)
    }
    Console.print(table.text)
  }
}

extension MissedNotification.Reason {
  fileprivate var text: String {
    switch self {
    case .tooLate: "too late: nothing ran when it was due"
    case .failed: "the delivery failed"
    case .unreadable: "what is stored cannot be read"
    }
  }
}
