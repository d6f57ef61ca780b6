import ArgumentParser
import ConsoleOutput
import Files
import FoundationEssentials
import NotificationStorage
import NotificationTypes
import Triggers

struct ScheduleCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schedule",
    abstract: "Schedule a notification; without a time, at once.",
    discussion: """
      EXAMPLES
        tocsinctl schedule --in 5m --title Tea --body 'It is ready.' --sound chime
        tocsinctl schedule --at '2026-12-24 18:00' --tz Europe/Berlin --title Presents
        tocsinctl schedule --every day --at 07:30 --title 'Good morning'
        tocsinctl schedule --weekly --on monday --at 9:00 --title Stand-up
        tocsinctl schedule --monthly --on 'first monday' --at 18:00 --title Club
        tocsinctl schedule --every PT2H --title Stretch

      What is due at once is delivered by this command where the disk with the notifications \
      cannot be written.

      A time that a zone's clocks skip counts as the same minute of the hour after the gap, one \
      that they show twice the first time, with --every hour or minute both times. The 31st comes \
      in long months only.
      """)

  @OptionGroup(title: "When") var time: TriggerOptions
  @OptionGroup(title: "What") var what: ContentOptions

  @Option(name: .customLong("id"), help: "Its identifier; it replaces one with the same.")
  var identifier: String?

  @Option(help: "The app that it belongs to.") var app = ownApp

  @OptionGroup var limit: LimitOptions

  @Flag(name: .customLong("json"), help: "Print the request as JSON.")
  var wantsJSON = false

  func validate() throws {
    guard identifier?.isEmpty != true, !app.isEmpty else {
      throw ValidationError("--id and --app must not be empty")
    }
  }

  func run() throws {
    let request = NotificationRequest(
      identifier: identifier ?? UUID().uuidString.lowercased(), app: app,
      content: try what.content(), trigger: try TriggerGrammar(time).trigger())
    let schedule = try InProcessDelivery.add(request, limit: limit.pending) {
      if wantsJSON {
        try Console.printJSON(RequestRecord($0, now: Date()))
      } else {
        Console.print(Self.line($0))
      }
    }
    if schedule != nil { Warnings.tellOfDeliverer(of: app) }
  }

  /// Reports the effect of the limit; a request that is not kept is a failure.
  static func report(_ addition: Addition, of request: NotificationRequest) throws {
    switch addition {
    case .added, .replaced, .addedEvicting: break
    case .refusedByLimit(let count):
      throw Failure(
        "'\(request.identifier)' is not kept: \(request.app) has \(count) requests, which is the "
          + "maximum")
    case .refusedAsNeverDue:
      throw Failure("'\(request.identifier)' is not kept: that time is over, or never comes")
    }
  }

  private static func line(_ scheduled: ScheduledRequest) -> String {
    // What is due at once needs no date.
    guard let date = scheduled.due.date, scheduled.request.trigger != .immediate else {
      return printable(scheduled.request.identifier)
    }
    let zone = DateText.zone(of: scheduled.request.trigger)
    let countdown = DateText.countdown(date.timeIntervalSinceNow)
    return printable(scheduled.request.identifier)
      + "  \(DateText.full(date, in: zone))  in \(countdown)"
  }
}
