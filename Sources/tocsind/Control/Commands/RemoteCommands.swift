import ArgumentParser
import ConsoleOutput
import Files
import Foundation
import Glibc
import NotificationStorage
import NotificationTypes
import RemoteNotifications

struct RemoteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remote", abstract: "Let servers send notifications to this box.",
    discussion: """
      EXAMPLE
        tocsinctl remote enrol kitchen.enrol
        systemctl --user enable --now tocsin-remote
        tocsinctl remote token org.example.kitchen

      A topic of an ntfy server needs no enrolment:
        tocsinctl remote ntfy add https://ntfy.example/backups --sound chime
      """,
    subcommands: [Enrol.self, Status.self, Token.self, Leave.self, NtfyCommand.self])

  struct Enrol: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Make this box a device of a gateway, in the place of one that it was.",
      discussion: """
        The file comes from tocsin-gateway device add, and holds secrets: remove it afterwards. Of \
        another gateway or device apps get other tokens.
        """)

    @Argument(help: "The enrolment's file; - is standard input.") var file: String

    func run() throws {
      let data = try document(at: file)
      let enrolment: RemoteEnrolment
      do {
        enrolment = try RemoteEnrolment(parsing: data)
      } catch {
        throw Failure("'\(file)': \(error)")
      }
      let (schedule, folder) = (try NotificationSchedule.ofUser(), StoreFolder.standard())
      let old = folder.readEnrolment()
      do {
        try folder.replace(folder.enrolment, with: data)
      } catch {
        throw Failure("the enrolment cannot be kept: \(error)")
      }
      if old?.device != enrolment.device || old?.deviceKey != enrolment.deviceKey {
        try schedule.store.apply(.unenrolled)
      }
      Console.complain("this box is '\(printable(enrolment.name))', device \(enrolment.device)")
      if !RemoteReceiver.wake(in: folder) {
        Console.complain("next: systemctl --user enable --now tocsin-remote")
      }
    }
  }

  struct Token: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Print the token by which servers send to an app on this box.",
      discussion: """
        The app is registered if it has not been. Its notifications are delivered as its own are; \
        what is sent to the app itself starts its command: tocsinctl app register APP --exec PROGRAM.
        """)

    @Argument(help: "The app's identifier: servers' topic.") var app: String
    @Option(help: "Seconds to wait for the gateway.") var wait = 10.0

    func validate() throws {
      guard !app.isEmpty else { throw ValidationError("the identifier must not be empty") }
      guard (0...3_600).contains(wait) else { throw ValidationError("--wait must be 0 to 3600") }
    }

    func run() throws {
      let (schedule, folder) = (try NotificationSchedule.ofUser(), StoreFolder.standard())
      guard folder.readEnrolment() != nil else { throw RemoteCommand.notEnrolled }
      try schedule.store.change(app) { profile in
        if profile.remote?.token == nil { profile.remote = RemoteRegistration(topic: app) }
      }
      let isRunning = RemoteReceiver.wake(in: folder)
      let limit = ContinuousClock.now + .seconds(wait)
      repeat {
        let remote = try schedule.store.profile(of: app).remote
        if let token = remote?.token { return Console.print(token) }
        if let error = remote?.error { throw Failure("the gateway refuses: \(printable(error))") }
        if isRunning { usleep(50_000) }
      } while isRunning && ContinuousClock.now < limit
      throw Failure(
        isRunning
          ? "the gateway has not answered yet; the app gets its token when it does: "
            + "tocsinctl remote status"
          : "tocsin-remote does not run: systemctl --user enable --now tocsin-remote")
    }
  }

  struct Leave: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Be no device of a gateway any more. Tokens are forgotten.")

    func run() throws {
      let (schedule, folder) = (try NotificationSchedule.ofUser(), StoreFolder.standard())
      guard unlink(folder.enrolment) == 0 else {
        if errno == ENOENT { throw RemoteCommand.notEnrolled }
        throw Failure("the enrolment cannot be removed: \(String(cString: strerror(errno)))")
      }
      try schedule.store.apply(.unenrolled)
      RemoteReceiver.wake(in: folder)
    }
  }

  static var notEnrolled: Failure {
    Failure(
      "this box is not enrolled: tocsinctl remote enrol FILE, from tocsin-gateway device add"
        + " (topics of ntfy servers: tocsinctl remote ntfy list)")
  }
}

extension StoreFolder {
  /// The enrolment; nil if the machine has no usable one.
  func readEnrolment() -> RemoteEnrolment? {
    FileManager.default.contents(atPath: enrolment).flatMap { try? RemoteEnrolment(parsing: $0) }
  }
}
