import ArgumentParser
import ConsoleOutput
import Files
import Foundation
import NotificationStorage
import NotificationTypes
import Triggers

/// For hosts that know where the box is: a phone, a home automation, a script.
struct LocationCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "location",
    abstract: "Report where the box is, for notifications that wait for a region.",
    discussion: """
      The daemon asks gpsd by itself, while an app that may use the place waits for a region. Hosts \
      that know the place in another way report it here.

      EXAMPLES
        tocsinctl location enter home
        tocsinctl location at 52.5163,13.3777 --accuracy 15
        tocsinctl location at 'geo:-33.8568,151.2153;u=20'
        tocsinctl location list
        tocsinctl settings org.example.app --location always
      """,
    subcommands: [
      LocationEnter.self, LocationExit.self, LocationAt.self, LocationList.self,
    ])
}

struct LocationEnter: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "enter", abstract: "Report that a region was entered.",
    discussion: "Notifications that wait for that are due at once.")

  @Argument(help: "The identifier of the region.") var region: String
  @OptionGroup var whose: AppOptions

  func run() throws { try CrossingReport(region: region, whose: whose).run(.entry) }
}

struct LocationExit: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "exit", abstract: "Report that a region was left.",
    discussion: "Notifications that wait for that are due at once.")

  @Argument(help: "The identifier of the region.") var region: String
  @OptionGroup var whose: AppOptions

  func run() throws { try CrossingReport(region: region, whose: whose).run(.exit) }
}

private struct CrossingReport {
  let region: String
  let whose: AppOptions

  func run(_ direction: RegionCrossing.Direction) throws {
    let schedule = try NotificationSchedule.ofUser()
    let waiting = try schedule.watchedRegions(app: whose.app)
      .filter { $0.trigger.identifier == region }
    guard !waiting.isEmpty else { throw Failure("nothing waits for the region '\(region)'") }
    let allowed = Set(waiting.filter(\.isAllowed).map(\.app)).sorted()
    let denied = Set(waiting.map(\.app)).subtracting(allowed).sorted()
    for app in denied { LocationText.complain(of: app) }
    guard !allowed.isEmpty else { throw ExitCode.failure }
    let count = try allowed.reduce(0) { sum, app in
      let crossed = RegionCrossing(app: app, region: region, direction: direction)
      return sum + (try schedule.report(crossed))
    }
    Console.complain("\(count) due")
  }
}

struct LocationAt: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "at", abstract: "Report the position of the box.",
    discussion: """
      Notifications of the regions that were entered or left with that are due at once. The first \
      position that is reported for a region is no crossing. One that is less accurate than it must \
      be to tell the side of a border changes nothing.
      """)

  @Argument(
    parsing: .allUnrecognized,
    help: "LATITUDE,LONGITUDE in degrees, or geo:LATITUDE,LONGITUDE;u=METRES (RFC 5870).")
  var position: [String] = []
  @Option(help: "Metres around it within which the box is.") var accuracy: Double?
  @OptionGroup var whose: AppOptions

  private func parsed() throws -> PositionText {
    guard position.count == 1, let text = position.first, let found = PositionText(text) else {
      throw ValidationError(
        "a position is a latitude up to 90 and a longitude up to 180, such as 52.5163,13.3777")
    }
    return found
  }

  func validate() throws {
    _ = try parsed()
    guard accuracy.map({ $0 >= 0 && $0.isFinite }) ?? true else {
      throw ValidationError("--accuracy must be 0 or more")
    }
  }

  func run() throws {
    let schedule = try NotificationSchedule.ofUser()
    let found = try parsed()
    let fix = PositionFix(
      found.coordinate, accuracy: accuracy ?? found.accuracy, time: Date())
    Console.complain("\(try schedule.report(fix, app: whose.app)) due")
  }
}

struct LocationList: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Print what waits for a region, and where the box was last.")

  @OptionGroup var whose: AppOptions

  func run() throws {
    let regions = try NotificationSchedule.ofUser().watchedRegions(app: whose.app)
    guard !regions.isEmpty else { return Console.complain("nothing waits for a region") }
    var table = Table("APP", "IDENTIFIER", "REGION", "CENTRE", "RADIUS", "WAITS FOR", "BOX")
    for item in regions {
      let trigger = item.trigger
      table.append(
        item.app, item.request, trigger.identifier, "\(trigger.latitude),\(trigger.longitude)",
        "\(trigger.radius) m", LocationText.crossings(trigger),
        item.isAllowed ? LocationText.side(item.side) : "not allowed")
    }
    Console.print(table.text)
  }
}

private enum LocationText {
  static func side(_ side: RegionSide?) -> String {
    switch side {
    case .inside: "inside"
    case .outside: "outside"
    case nil: "unknown"
    }
  }

  static func crossings(_ trigger: RegionTrigger) -> String {
    switch (trigger.notifiesOnEntry, trigger.notifiesOnExit) {
    case (true, true): "both"
    case (true, false): "entry"
    default: "exit"
    }
  }

  static func complain(of app: String) {
    Console.complain(
      "Warning: '\(printable(app))' may not use the place of this box; to allow it: "
        + "tocsinctl settings \(printable(app)) --location always")
  }
}
