import ArgumentParser
import ConsoleOutput
import Files
import Foundation
import Glibc
import NotificationStorage
import NotificationTypes
import RemoteNotifications
import Triggers

extension RemoteCommand {
  struct Status: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Show whether servers reach this box, and how far each app has got.",
      discussion: """
        While there is a connection, tocsin-remote is told to ask the engine for the newest push of \
        each app: what it cannot take is what the box is behind by.
        """)

    @Flag(name: .customLong("json"), help: "Print it as JSON.") var wantsJSON = false

    private struct Report: Encodable {
      struct App: Encodable {
        var app: String
        var token: String?
        var error: String?
        /// The last push of each class that was taken, by the engine's numbers.
        var positions: [String: Int64]
      }

      var version = 1
      var name: String
      var device: String
      var gateway: String?
      var isRunning: Bool
      /// The last state that the receiver reported, and its time.
      var state: String?
      var since: Date?
      /// The error of the box's clock; nil while it is right.
      var clock: String?
      /// The last comparison with the engine.
      var comparison: ReceiverComparison?
      /// Whether it was made for this report.
      var isComparedNow: Bool
      /// The number of notifications that wait for service extensions.
      var extensions: Int
      var apps: [App]
    }

    func run() throws {
      try DigestLibrary.require()
      let report = try report()
      if wantsJSON { return try Console.printJSON(report) }
      var lines = [
        ("device", "\(report.name) (\(report.device))"), ("gateway", report.gateway ?? "not told"),
        ("tocsin-remote", report.isRunning ? "runs" : "does not run"),
      ]
      if report.isRunning, let state = report.state, let since = report.since {
        let date = DateText.full(since, in: TimeZoneDatabase.system.deviceZone)
        lines.append(("engine", "\(state), since \(date)"))
      }
      if report.isRunning, let clock = report.clock { lines.append(("clock", clock)) }
      lines.append(("behind by", behind(report)))
      if report.extensions > 0 {
        let count = counted(report.extensions, "notification", "notifications")
        lines.append(("extensions", "\(count) not yet changed by service extensions"))
      }
      for (name, value) in lines {
        Console.print(name.padding(toLength: 15, withPad: " ", startingAt: 0) + printable(value))
      }
      guard !report.apps.isEmpty else { return Console.complain("no app has registered") }
      var table = Table("APP", "TOKEN", "ALERTS", "BACKGROUND")
      for app in report.apps {
        let token = app.token.map { $0.prefix(8) + "…" } ?? app.error ?? "asked for"
        let positions = PushSubject.Class.allCases.map { pushClass in
          app.positions[pushClass.rawValue].map { "\($0)" } ?? "-"
        }
        table.append(app.app, token, positions[0], positions[1])
      }
      Console.print(table.text)
    }

    private func counted(_ count: Int, _ one: String, _ many: String) -> String {
      "\(count) \(count == 1 ? one : many)"
    }

    private func behind(_ report: Report) -> String {
      guard let comparison = report.comparison else { return "not known: never compared" }
      var text = "nothing: up to date"
      if comparison.behind > 0 {
        let age = comparison.seconds.map { ", \(Int($0.rounded())) s" } ?? ""
        text = "\(counted(comparison.behind, "push", "pushes"))\(age): tocsin-remote's log says why"
      }
      if report.isComparedNow { return text }
      let date = DateText.full(comparison.date, in: TimeZoneDatabase.system.deviceZone)
      return "not known; last compared \(date): \(text)"
    }

    /// Milliseconds to wait for the engine's answers.
    private static let patience = 5_000

    /// Has the box compared with the engine, if it is connected.
    /// - Returns: the last comparison, and whether it is newer than this call.
    private func compare(
      _ schedule: NotificationSchedule, _ folder: StoreFolder, isConnected: Bool
    ) throws -> (ReceiverComparison?, Bool) {
      let start = Date()
      var rest = isConnected && RemoteReceiver.wake(in: folder) ? Self.patience : 0
      while true {
        let comparison = try schedule.receiverComparison()
        if let comparison, comparison.date >= start { return (comparison, true) }
        guard rest > 0 else { return (comparison, false) }
        usleep(20_000)
        rest -= 20
      }
    }

    private func report() throws -> Report {
      let folder = StoreFolder.standard()
      guard let enrolment = folder.readEnrolment() else { throw RemoteCommand.notEnrolled }
      let schedule = try NotificationSchedule.ofUser()
      let store = schedule.store
      let state = try schedule.receiverState(RemoteReceiver.statusNote)
      let clock = try schedule.receiverState(RemoteReceiver.clockNote)
      let isRunning = AppPresence.current(of: RemoteReceiver.app, in: folder) != .absent
      let isConnected = isRunning && state?.text.hasPrefix(RemoteReceiver.connected) == true
      let (comparison, isNew) = try compare(schedule, folder, isConnected: isConnected)
      let apps = try store.read(.profiles).compactMap { app, profile -> Report.App? in
        guard let remote = profile.remote else { return nil }
        return Report.App(
          app: app, token: remote.token, error: remote.error,
          positions: try store.read(.remotePositions(of: app)))
      }
      return Report(
        name: enrolment.name, device: enrolment.device, gateway: enrolment.gateway,
        isRunning: isRunning, state: state?.text, since: state?.since,
        clock: clock?.text.isEmpty == false ? clock?.text : nil, comparison: comparison,
        isComparedNow: isNew, extensions: try store.read(.waitingForExtensions()),
        apps: apps.sorted { $0.app < $1.app })
    }
  }
}
