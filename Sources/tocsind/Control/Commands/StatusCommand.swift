import ArgumentParser
import ConsoleOutput
import Files
import FoundationEssentials
import NotificationStorage
import NotificationTypes
import Triggers

struct StatusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Tell who delivers, what is next, on which device, and how much was done.")

  @Flag(name: .customLong("json"), help: "Print it as JSON.") var wantsJSON = false

  private struct Report: Encodable {
    var version = 1
    var owner: Int32?
    var store: String
    /// The reason why nothing can be written to the store's disk.
    var failure: String?
    /// The deliveries that have ended, and are not in the store yet.
    var unrecorded: Int
    var nextDue: Date?
    var nextIdentifier: String?
    var pending: Int
    var delivered: Int
    var missed: Int
    var responses: Int
    /// The repairs of damage in the last thirty days.
    var recoveries: [StoreRecovery]
    var device: String?
    /// The reason why the last sound was not heard.
    var deviceProblem: String?
    /// The daemon's counters by their names in its metrics; empty if no daemon answers.
    var counters: [String: Double]
  }

  func run() throws {
    let report = try report()
    Warnings.tellOfDeliverer(of: ownApp)
    if wantsJSON { return try Console.printJSON(report) }
    var lines = [
      ("scheduler", Self.scheduler(report)),
      ("store", printable(report.store)),
    ]
    if let failure = report.failure { lines.append(("failure", printable(failure))) }
    if report.unrecorded > 0 { lines.append(("unrecorded", "\(report.unrecorded) delivered")) }
    lines += [
      ("next due", Self.text(report)), ("pending", "\(report.pending)"),
      ("delivered", "\(report.delivered)"),
      ("missed", "\(report.missed)"), ("responses", "\(report.responses) waiting"),
    ]
    for recovery in report.recoveries {
      let date = DateText.full(recovery.date, in: TimeZoneDatabase.system.deviceZone)
      lines.append(("damaged", printable("\(date)  \(recovery)")))
    }
    if !report.counters.isEmpty {
      lines.append(("device", report.device.map(printable) ?? "not used yet"))
      if let problem = report.deviceProblem { lines.append(("not heard", printable(problem))) }
      for (name, value) in report.counters.sorted(by: { $0.key < $1.key }) where value > 0 {
        lines.append((String(name.dropFirst("tocsin_".count)), "\(Int(value))"))
      }
    }
    let width = lines.map(\.0.count).max() ?? 0
    for (name, value) in lines {
      Console.print(name.padded(to: width + 2) + value)
    }
  }

  private func report() throws -> Report {
    let folder = StoreFolder.standard()
    let schedule = try NotificationSchedule.ofUser()
    let counts = try schedule.store.read(.counts())
    let unrecorded = UnrecordedDeliveries(in: schedule.store)
    let next = try schedule.store.fetch(.pending(limit: 1 + unrecorded.count()))
      .compactMap(unrecorded.current).filter { $0.due.date != nil }
      .min { $0.due.date ?? .distantFuture < $1.due.date ?? .distantFuture }
    let metrics = Self.metrics(in: folder)
    return Report(
      owner: SchedulerLock.owner(of: .everyApp, in: folder)?.processIdentifier,
      store: folder.database, failure: folder.diskFailure?.description,
      unrecorded: unrecorded.count(), nextDue: next?.due.date,
      nextIdentifier: next?.request.identifier,
      pending: counts.pending - unrecorded.endedCount(), delivered: counts.delivered,
      missed: counts.missed,
      responses: counts.responses, recoveries: try schedule.store.fetch(.recoveries),
      device: metrics.device, deviceProblem: metrics.problem, counters: metrics.counters)
  }

  /// A daemon that cannot write its store does not hold the lock, but answers.
  private static func scheduler(_ report: Report) -> String {
    if let owner = report.owner { return "process \(owner)" }
    return report.counters.isEmpty ? "none runs" : "a daemon that cannot write the store"
  }

  private static func text(_ report: Report) -> String {
    guard let date = report.nextDue, let identifier = report.nextIdentifier else { return "-" }
    let zone = TimeZoneDatabase.system.deviceZone
    let rest = date.timeIntervalSinceNow
    let distance =
      rest >= 0 ? "in \(DateText.countdown(rest))" : "overdue by \(DateText.countdown(-rest))"
    return DateText.full(date, in: zone) + "  " + distance + "  " + printable(identifier)
  }

  /// The daemon's metrics, in Prometheus' text format.
  private static func metrics(
    in folder: StoreFolder
  ) -> (device: String?, problem: String?, counters: [String: Double]) {
    let answer = LocalSocket.ask(
      "GET /metrics HTTP/1.0\r\n\r\n", at: LocalSocket.statusPath(in: folder))
    var device: String?
    var problem: String?
    var counters: [String: Double] = [:]
    for line in (answer ?? "").split(whereSeparator: \.isNewline)
    where line.hasPrefix("tocsin_") {
      guard let space = line.lastIndex(of: " "), let value = Double(line[space...].dropFirst())
      else { continue }
      let name = String(line[..<space])
      if name.hasPrefix("tocsin_device_info{name=\"") {
        device = name.split(separator: "\"").dropFirst().first.map(String.init)
      } else if name.hasPrefix("tocsin_device_problem{reason=\"") {
        problem = name.split(separator: "\"").dropFirst().first.map(String.init)
      } else {
        counters[name] = value
      }
    }
    return (device, problem, counters)
  }
}
