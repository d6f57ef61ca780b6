import ArgumentParser
import ConsoleOutput
import Files
import Foundation
import Glibc
import NotificationStorage
import NotificationTypes
import RemoteNotifications

/// `tocsinctl remote ntfy`: the topics of ntfy servers that this box subscribes to.
struct NtfyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ntfy", abstract: "Listen to topics of ntfy servers.",
    discussion: """
      Each topic is an app, ntfy.HOST.TOPIC, with settings of its own: tocsinctl settings. Messages of \
      priority 1 and 2 are listed in silence, 4 is time-sensitive, and 5 critical where --critical \
      allows it.

      EXAMPLES
        tocsinctl remote ntfy add https://ntfy.example/backups --sound chime
        tocsinctl remote ntfy add https://ntfy.example/door --sound ding-dong \\
          --priority-sound 5=klaxon --critical --token-file door.token
      """,
    subcommands: [Add.self, List.self, Remove.self])

  struct Add: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Listen to a topic, or change how.",
      discussion: """
        What was published before is not taken. A secret's file is read once; the box keeps what it \
        says in a file that only you may read.
        """)

    @Argument(help: "The topic's address: https://HOST/TOPIC.") var address: String
    @Option(help: "The sound of its messages; none is silence.") var sound: String?
    @Option(
      name: .customLong("priority-sound"),
      help: ArgumentHelp(
        "The sound of those with a priority, 1 to 5; may be repeated.", valueName: "5=sound"))
    var prioritySounds: [String] = []
    @Option(help: "A file with an access token; - is standard input.") var tokenFile: String?
    @Option(help: "The user, where the server wants a password.") var user: String?
    @Option(help: "A file with the password; - is standard input.") var passwordFile: String?
    @Option(help: "A file with the certificates that the server is known by (PEM).") var ca: String?
    @Option(help: "How old a message may be that is still wanted, such as 10m.") var maxAge: String?
    @Flag(help: "Let priority 5 sound in spite of silence.") var critical = false

    func validate() throws {
      _ = try sounds()
      guard tokenFile == nil || user == nil else {
        throw ValidationError("give either --token-file or --user")
      }
      guard (user == nil) == (passwordFile == nil) else {
        throw ValidationError("--user and --password-file belong together")
      }
      guard user?.contains(":") != true else {
        throw ValidationError("a user's name has no colon")
      }
      guard maxAge.map({ DurationText($0) != nil }) ?? true else {
        throw ValidationError("--max-age is not an amount of time, such as 10m")
      }
    }

    private func sounds() throws -> [String: String] {
      var sounds: [String: String] = [:]
      for text in prioritySounds {
        let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
        guard parts.count == 2, ["1", "2", "3", "4", "5"].contains(parts[0]) else {
          throw ValidationError("'\(text)' is not a priority and a sound, such as 5=klaxon")
        }
        sounds[parts[0]] = parts[1]
      }
      return sounds
    }

    func run() throws {
      var new: NtfySubscription
      do {
        new = try NtfySubscription(address: address)
      } catch {
        throw Failure("'\(printable(address))': \(error)")
      }
      new.sound = sound
      new.sounds = try sounds()
      new.token = try tokenFile.map(Self.secret)
      new.user = user
      new.password = try passwordFile.map(Self.secret)
      new.ca = try ca.map { String(decoding: try document(at: $0), as: UTF8.self) }
      new.maximumAge = maxAge.flatMap(DurationText.init).map { $0.duration.components.seconds }
      try Self.check(new)
      let subscription = new
      try allow(subscription)
      try NtfyFile.change { topics in
        topics.removeAll { $0.app == subscription.app }
        topics.append(subscription)
      }
      Console.complain("this box listens to it as the app \(subscription.app)")
      if !RemoteReceiver.wake(in: .standard()) {
        Console.complain("next: systemctl --user enable --now tocsin-remote")
      }
    }

    private static func secret(_ file: String) throws -> String {
      let text = String(decoding: try document(at: file), as: UTF8.self)
        .trimmingCharacters(in: .whitespacesAndNewlines)
      guard !text.isEmpty, !text.contains(where: \.isNewline) else {
        throw Failure("'\(file)' must hold one line, the secret")
      }
      return text
    }

    private static func check(_ new: NtfySubscription) throws {
      if let ca = new.ca, !ca.contains("-----BEGIN CERTIFICATE-----") {
        throw Failure("the file of --ca has no certificate in PEM")
      }
      guard new.server.hasPrefix("http://") else { return }
      Console.complain(
        new.authorization == nil
          ? "Warning: over http anybody on the way can read and change what comes"
          : "Warning: over http anybody on the way can read the secret")
    }

    /// Adding a topic also authorizes it, unless it was denied before.
    private func allow(_ subscription: NtfySubscription) throws {
      let app = subscription.app
      try NotificationSchedule.ofUser().store.change(app) { profile in
        if profile.settings.permissions.authorization == .notDetermined {
          profile.settings.answer(true, to: [.alert, .sound, .badge, .timeSensitive])
        }
        if critical { profile.settings.permissions.criticalAlert = .enabled }
        if profile.registration == nil {
          profile.registration = RegisteredApp(identifier: app, name: subscription.topic)
        }
      }
    }
  }

  struct Remove: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Stop listening to a topic. Its settings stay.")

    @Argument(help: "Its address, or its app.") var address: String

    func run() throws {
      let app = (try? NtfySubscription(address: address))?.app ?? address
      var isThere = false
      try NtfyFile.change { topics in
        isThere = topics.contains { $0.app == app }
        topics.removeAll { $0.app == app }
      }
      guard isThere else {
        throw Failure("'\(printable(address))' is not listened to: tocsinctl remote ntfy list")
      }
      RemoteReceiver.wake(in: .standard())
      try NotificationSchedule.ofUser().store.apply(.endedTaking(for: app))
    }
  }
}

/// The file with the topics.
enum NtfyFile {
  static func read() throws -> [NtfySubscription] {
    let path = StoreFolder.standard().ntfy
    guard let data = FileManager.default.contents(atPath: path) else { return [] }
    do {
      return try NtfySubscriptions(parsing: data).subscriptions
    } catch {
      throw Failure("\(path): \(error)")
    }
  }

  /// Changes the file. Of two changes at the same time, the second one sees the result of the
  /// first.
  static func change(_ change: (inout [NtfySubscription]) -> Void) throws {
    let folder = StoreFolder.standard()
    do {
      try folder.create()
      let lock = try FileLock.wait(for: folder.lock("remote-ntfy.json"))
      var topics = try read()
      change(&topics)
      try folder.replace(folder.ntfy, with: NtfySubscriptions(topics).data)
      withExtendedLifetime(lock) {}
    } catch let error as Failure {
      throw error
    } catch {
      throw Failure("the topics cannot be kept: \(error)")
    }
  }
}
