import ArgumentParser
import NotificationTypes

/// The options that say when.
struct TriggerOptions: ParsableArguments {
  @Option(
    name: .customLong("in"),
    help: "After so much time: 5m, 1h30m, '2 days', PT90S.")
  var interval: String?

  @Option(
    help: "At a date or time: 07:30, '2026-12-24 18:00', 2026-12-24T18:00:00Z, 'tomorrow 9:00'.")
  var at: String?

  @Option(
    help: "Again and again: minute, hour, day, week, month, year, monday …, or 15m, PT2H.")
  var every: String?

  @Option(help: "On that day: monday, 15 (of the month), 12-24, 'first monday'.")
  var on: String?

  @Flag(help: "As --every day.") var daily = false
  @Flag(help: "As --every week.") var weekly = false
  @Flag(help: "As --every month.") var monthly = false
  @Flag(help: "As --every year.") var yearly = false

  @Option(
    name: .customLong("tz"),
    help: "The time zone, such as Europe/Berlin; without it the time is the device's, wherever.")
  var timeZone: String?

  /// What is repeated: one of the words, by an option or a flag.
  var repetition: String? {
    get throws {
      let words = [
        every, daily ? "day" : nil, weekly ? "week" : nil, monthly ? "month" : nil,
        yearly ? "year" : nil,
      ].compactMap(\.self)
      guard words.count <= 1 else {
        throw ValidationError("say once how often: --every, --daily, --weekly … exclude each other")
      }
      return words.first
    }
  }
}
