import ArgumentParser
import ConsoleOutput
import FoundationEssentials
import NotificationStorage
import NotificationTypes
import Triggers

struct DeliveredCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "delivered", abstract: "List the delivered notifications, newest first.")

  @OptionGroup var whose: AppOptions
  @OptionGroup var list: ListOptions

  func run() throws {
    let store = try NotificationSchedule.ofUser().store
    try list.print(
      ["ID", "APP", "DELIVERED", "LATE", "CUT OFF", "TITLE"],
      each: { try store.forEach(.delivered(app: whose.app), $0) }, record: { $0 },
      cells: { item in
        let zone = DateText.zone(of: item.request.trigger)
        let lateness = item.dueDate.map { item.date.timeIntervalSince($0) } ?? 0
        return [
          item.request.identifier, item.request.app, DateText.full(item.date, in: zone),
          lateness < 1 ? "-" : DateText.countdown(lateness),
          item.record?.interruptions.map { "\($0)" } ?? "-",
          item.request.content.headline,
        ]
      }, total: store.read(.counts(app: whose.app)).delivered, nothing: "nothing was delivered")
  }
}

struct RemoveDeliveredCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove-delivered", abstract: "Take delivered notifications off the list.")

  @OptionGroup var chosen: ChosenOptions

  func run() throws {
    let schedule = try NotificationSchedule.ofUser()
    try chosen.remove("removed") { try schedule.removeDelivered($0, app: $1) }
  }
}

struct MissedCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "missed", abstract: "List the notifications that were missed, and why.")

  @OptionGroup var whose: AppOptions
  @OptionGroup var list: ListOptions

  func run() throws {
    let store = try NotificationSchedule.ofUser().store
    let zone = TimeZoneDatabase.system.deviceZone
    try list.print(
      ["ID", "APP", "DUE", "COUNT", "WHY"],
      each: { try store.forEach(.missed(app: whose.app), $0) }, record: { $0 },
      cells: { item in
        [
          item.identifier, item.app, item.dueDate.map { DateText.full($0, in: zone) } ?? "-",
          "\(item.count)", item.reason.text,
        ]
      }, total: store.read(.counts(app: whose.app)).missed, nothing: "nothing was missed")
  }
}

extension MissedNotification.Reason {
  fileprivate var text: String {
    switch self {
    case .tooLate: "too late: nothing ran when it was due"
    case .failed: "the delivery failed"
    case .unreadable: "what is stored cannot be read"
    case .limit: "taken out: the app had as many as the limit allows"
    }
  }
}
