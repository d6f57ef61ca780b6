import ArgumentParser
import ConsoleOutput
import NotificationScheduling
import NotificationTypes

/// For hosts that know where the box is: a phone, a home automation, a script.
struct LocationCommand: ParsableCommand {
  enum Crossing: String, ExpressibleByArgument, CaseIterable {
    case enter, exit

    var direction: RegionCrossing.Direction { self == .enter ? .entry : .exit }
  }

  static let configuration = CommandConfiguration(
    commandName: "location",
    abstract: "Report that a region was entered or left.",
    discussion: "Notifications that wait for that are due at once.")

  @Argument(help: "What has happened: enter or exit.") var crossing: Crossing
  @Argument(help: "The identifier of the region.") var region: String
  @OptionGroup var whose: AppOptions

  func run() throws {
    let schedule = try NotificationSchedule.ofUser()
    let apps = try appsWaiting(in: schedule.store)
    guard !apps.isEmpty else { throw Failure("nothing waits for the region '\(region)'") }
    let count = try apps.reduce(0) { sum, app in
      let crossed = RegionCrossing(app: app, region: region, direction: crossing.direction)
      return sum + (try schedule.report(crossed))
    }
    Console.complain("\(count) due")
  }

  /// The apps that have a request for the region, in whichever direction.
  private func appsWaiting(in store: NotificationStore) throws -> [String] {
    let requests = try store.fetch(.pending(app: whose.app)).map(\.request)
    let waiting = requests.filter {
      if case .region(let trigger) = $0.trigger { trigger.identifier == region } else { false }
    }
    return Set(waiting.map(\.app)).sorted()
  }
}
