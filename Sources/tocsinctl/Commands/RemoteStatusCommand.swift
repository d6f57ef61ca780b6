import ArgumentParser
import ConsoleOutput
import Files
import Foundation
import NotificationScheduling
import NotificationTypes
import RemoteNotifications

extension RemoteCommand {
  struct Status: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Tell whether servers reach this box, and how far each app has got.")

    @Flag(name: .customLong("json"), help: "Print it as JSON.") var wantsJSON = false

    private struct Report: Encodable {
      struct App: Encodable {
        var app: String
        var token: String?
        var error: String?
        /// How far the pushes of each class were taken, by the engine's numbers.
        var positions: [String: Int64]
      }

      var version = 1
      var name: String
      var device: String
      var gateway: String?
      var isRunning: Bool
      /// What the receiver said last, and when.
      var state: String?
      var since: Date?
      var apps: [App]
    }

    func run() throws {
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

    private func report() throws -> Report {
      let folder = StoreFolder.standard()
      guard let enrolment = folder.readEnrolment() else { throw RemoteCommand.notEnrolled }
      let store = try NotificationSchedule.ofUser().store
      let note = try store.note(RemoteReceiver.statusNote)?.split(separator: " ", maxSplits: 1)
      let apps = try store.allProfiles().compactMap { app, profile -> Report.App? in
        guard let remote = profile.remote else { return nil }
        return Report.App(
          app: app, token: remote.token, error: remote.error,
          positions: try store.remotePositions(of: app))
      }
      return Report(
        name: enrolment.name, device: enrolment.device, gateway: enrolment.gateway,
        isRunning: AppPresence.current(of: RemoteReceiver.app, in: folder) != .absent,
        state: note?.last.map(String.init),
        since: note?.first.flatMap { Double($0) }.map(Date.init(timeIntervalSince1970:)),
        apps: apps.sorted { $0.app < $1.app })
    }
  }
}
