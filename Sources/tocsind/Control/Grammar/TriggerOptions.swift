import ArgumentParser
import NotificationTypes

/// The options for the time.
struct TriggerOptions: ParsableArguments {
  @Option(
    name: .customLong("in"), parsing: .unconditionalSingleValue,
    help: "After this duration: 5m, 1h30m, '2 days', PT90S.")
  var intervals: [String] = []

  @Option(
    name: .customLong("at"), parsing: .unconditionalSingleValue,
    help: "At a date or time: 07:30, '2026-12-24 18:00', 2026-12-24T18:00:00Z, 'tomorrow 9:00'.")
  var times: [String] = []

  @Option(
    name: .customLong("every"), parsing: .unconditionalSingleValue,
    help: "Again and again: minute, hour, day, week, month, year, monday …, or 15m, PT2H.")
  var repetitions: [String] = []

  @Option(
    name: .customLong("on"), parsing: .unconditionalSingleValue,
    help: "On that day: monday, 15 (of the month), 12-24, 'first monday'.")
  var days: [String] = []

  @Flag(help: "As --every day.") var daily = false
  @Flag(help: "As --every week.") var weekly = false
  @Flag(help: "As --every month.") var monthly = false
  @Flag(help: "As --every year.") var yearly = false

  @Option(
    name: .customLong("tz"),
    help: "The time zone, such as Europe/Berlin; without it, the device's zone at that time.")
  var timeZone: String?

  var interval: String? { intervals.first }
  var at: String? { times.first }
  var on: String? { days.first }

  /// Refuses two times: one would be ignored, and an alarm would not come.
  func validate() throws {
    for (name, values) in [
      ("in", intervals), ("at", times), ("every", repetitions), ("on", days),
    ] where values.count > 1 {
      throw ValidationError("--\(name) is given twice: schedule each time by itself")
    }
  }

  /// The unit that repeats: one of the words, by an option or a flag.
  var repetition: String? {
    get throws {
      let words = [
        repetitions.first, daily ? "day" : nil, weekly ? "week" : nil, monthly ? "month" : nil,
        yearly ? "year" : nil,
      ].compactMap(\.self)
      guard words.count <= 1 else {
        throw ValidationError("use only one of --every, --daily, --weekly, --monthly and --yearly")
      }
      return words.first
    }
  }
}
