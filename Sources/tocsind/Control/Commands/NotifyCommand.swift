import ArgumentParser
import ConsoleOutput
import FoundationEssentials
import NotificationStorage
import NotificationTypes

struct NotifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "notify",
    abstract: "Deliver a notification now: with its sound, and a banner where there is a screen.",
    discussion: """
      The daemon delivers it. Where none runs, or the disk with the notifications cannot be written, \
      this command does, and ends when the sound is over: with status 1 where it was neither heard \
      nor shown.

      EXAMPLES
        tocsinctl notify --sound ping --title Hi
        make; tocsinctl notify --sound success --title Built --body "exit status $?"
      """)

  @OptionGroup(title: "What") var what: ContentOptions
  @Option(name: .customLong("id"), help: "Its identifier; it replaces one with the same.")
  var identifier: String?
  @Option(help: "The app that it belongs to.") var app = ownApp
  @Option(help: "The sound device where no daemon runs, instead of the configured one.")
  var device: String?

  func validate() throws {
    guard identifier?.isEmpty != true, !app.isEmpty else {
      throw ValidationError("--id and --app must not be empty")
    }
  }

  func run() throws {
    let folder = StoreFolder.standard()
    let request = NotificationRequest(
      identifier: identifier ?? UUID().uuidString.lowercased(), app: app,
      content: try what.content())
    let schedule = try InProcessDelivery.add(request, in: folder, device: device) {
      Console.print($0.request.identifier)
    }
    guard let schedule else { return }
    guard SchedulerLock.owner(of: .everyApp, in: folder) == nil else {
      return Warnings.tellOfDeliverer(of: app, in: folder)
    }
    try InProcessDelivery(schedule: schedule, folder: folder, device: device).deliver(request)
  }
}
