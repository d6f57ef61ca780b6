import ArgumentParser
import ConsoleOutput
import Files
import Foundation
import NotificationStorage
import RemoteNotifications

extension NtfyCommand {
  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "List the topics, and how their servers are reached. Secrets are not shown.")

    @Flag(name: .customLong("json"), help: "Print them as JSON.") var wantsJSON = false

    private struct Topic: Encodable {
      var address: String
      var app: String
      var sound: String?
      var prioritySounds: [String: String]
      var maximumAge: Int64?
      /// The receiver's last report on the server, and its time.
      var state: String?
      var since: Date?
    }

    func run() throws {
      let schedule = try NotificationSchedule.ofUser()
      let topics = try NtfyFile.read().map { own -> Topic in
        let state = try schedule.receiverState(RemoteReceiver.ntfyNote(own.server))
        return Topic(
          address: own.address, app: own.app, sound: own.sound, prioritySounds: own.sounds,
          maximumAge: own.maximumAge, state: state?.text, since: state?.since)
      }
      if wantsJSON { return try Console.printJSON(Listing(items: topics)) }
      guard !topics.isEmpty else {
        return Console.complain("no topics yet: tocsinctl remote ntfy add https://HOST/TOPIC")
      }
      let isRunning =
        AppPresence.current(of: RemoteReceiver.app, in: .standard()) != .absent
      var table = Table("TOPIC", "APP", "SOUND", "SERVER")
      for topic in topics {
        let sounds =
          [topic.sound ?? "default"]
          + topic.prioritySounds.sorted { $0.key < $1.key }.map { "\($0)=\($1)" }
        table.append(
          topic.address, topic.app, sounds.joined(separator: " "),
          isRunning ? topic.state ?? "not tried yet" : "tocsin-remote does not run")
      }
      Console.print(table.text)
    }
  }
}
