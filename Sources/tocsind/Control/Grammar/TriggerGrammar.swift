import ArgumentParser
import Foundation
import NotificationStorage
import NotificationTypes
import Triggers

/// Turns the options for the time into a trigger.
struct TriggerGrammar {
  private let options: TriggerOptions
  private let now: LocalNow

  /// - Throws: `TimeZoneError` for an unknown zone.
  init(_ options: TriggerOptions, now: Date = Date()) throws {
    let source = TimeZoneDatabase.system
    self.options = options
    let zone = try options.timeZone.map { try source.zone($0) } ?? source.deviceZone
    self.now = LocalNow(now, in: zone)
  }

  /// - Throws: the error in the options.
  func trigger() throws -> NotificationTrigger {
    do {
      if let interval = options.interval { return try elapsed(interval) }
      if let word = try options.repetition { return try repeating(word.lowercased()) }
      guard let at = options.at else {
        guard options.on == nil, options.timeZone == nil else {
          throw ValidationError("--on and --tz need --at, --every, --daily …")
        }
        return .immediate
      }
      guard options.on == nil else {
        throw ValidationError("--on goes with --every, --weekly, --monthly or --yearly")
      }
      return try once(at)
    } catch let error as TriggerError {
      throw ValidationError(error.description)
    }
  }

  // MARK: Once

  private func elapsed(_ text: String) throws -> NotificationTrigger {
    guard options.at == nil, options.on == nil, options.timeZone == nil,
      try options.repetition == nil
    else { throw ValidationError("--in cannot be combined with another time") }
    guard let amount = DurationText(text) else {
      throw ValidationError("'\(text)' is not a duration, such as 5m, 1h30m, '2 days' or PT90S")
    }
    return .timeInterval(try TimeIntervalTrigger(amount.duration))
  }

  private func time(_ text: String) throws -> TimeText {
    guard let time = TimeText(text) else {
      throw ValidationError(
        "'\(text)' is not a time, such as 07:30, '2026-12-24 18:00', 2026-12-24T18:00:00Z or "
          + "'tomorrow 9:00'")
    }
    return time
  }

  private func once(_ text: String) throws -> NotificationTrigger {
    let time = try time(text)
    if let offset = time.offset { return try moment(time, offset, text) }
    guard time.hour != nil || time.day != nil else {
      throw ValidationError("'\(text)' is a minute of each hour: say --every hour")
    }
    var components = CalendarComponents(
      hour: time.hour ?? 0, minute: time.minute ?? 0, second: time.second ?? 0)
    switch time.day {
    case .date(let year, let month, let day): components.set(year, month, day)
    case .today: components.set(now.year, now.month, now.day)
    case .tomorrow:
      let date = now.date(afterDays: 1)
      components.set(date.year, date.month, date.day)
    case .weekday(let weekday): components.weekday = weekday
    case nil: break
    }
    return .calendar(try CalendarTrigger(components, timeZone: options.timeZone))
  }

  /// A moment with an offset to UTC is the same everywhere.
  private func moment(
    _ time: TimeText, _ offset: Int, _ text: String
  ) throws -> NotificationTrigger {
    guard options.timeZone == nil else {
      throw ValidationError("'\(text)' has an offset to UTC: it needs no --tz")
    }
    guard case .date(let year, let month, let day)? = time.day,
      let parts = LocalNow.utc(
        year: year, month: month, day: day, hour: time.hour ?? 0, minute: time.minute ?? 0,
        second: time.second ?? 0, offset: offset)
    else { throw ValidationError("'\(text)' is not a date") }
    let components = CalendarComponents(
      year: parts.year, month: parts.month, day: parts.day, hour: parts.hour,
      minute: parts.minute, second: parts.second)
    return .calendar(try CalendarTrigger(components, timeZone: "UTC"))
  }

  // MARK: Again and again

  private func repeating(_ word: String) throws -> NotificationTrigger {
    if let amount = DurationText(word) { return try interval(amount) }
    let time = try options.at.map { try self.time($0) }
    try check(word, time)
    var components = CalendarComponents(
      hour: time?.hour ?? now.hour, minute: time?.minute ?? now.minute, second: time?.second ?? 0)
    if let weekday = Weekday(word) {
      components.weekday = weekday.number
    } else {
      try set(word, time, in: &components)
    }
    return .calendar(
      try CalendarTrigger(components, repeats: true, timeZone: options.timeZone))
  }

  /// Refuses an option that would be ignored: without its time, an alarm would come at another
  /// time.
  private func check(_ word: String, _ time: TimeText?) throws {
    if Weekday(word) != nil, options.on != nil {
      throw ValidationError("--every \(word) cannot be combined with --on")
    }
    guard let time else { return }
    if let day = time.day {
      guard case .weekday = day, word == "week", options.on == nil else {
        throw ValidationError("with --every \(word), --at is a time of day")
      }
    }
    switch word {
    case "minute": throw ValidationError("--every minute cannot be combined with --at")
    case "hour":
      if time.hour != nil {
        throw ValidationError("with --every hour, --at is a minute of the hour: ':15'")
      }
    default:
      if time.hour == nil, time.day == nil {
        throw ValidationError("with --every \(word), --at has an hour: 07:30")
      }
    }
  }

  private func interval(_ amount: DurationText) throws -> NotificationTrigger {
    guard options.at == nil, options.on == nil, options.timeZone == nil else {
      throw ValidationError("--every with a duration cannot be combined with --at, --on or --tz")
    }
    return .timeInterval(try TimeIntervalTrigger(amount.duration, repeats: true))
  }

  private func set(
    _ word: String, _ time: TimeText?, in components: inout CalendarComponents
  ) throws {
    switch word {
    case "minute": components = CalendarComponents(second: time?.second ?? 0)
    case "hour":
      components = CalendarComponents(
        minute: time?.minute ?? now.minute, second: time?.second ?? 0)
    case "day": break
    case "week":
      if case .weekday(let weekday)? = time?.day { components.weekday = weekday }
      if options.on == nil, components.weekday == nil { components.weekday = now.weekday }
    case "month": if options.on == nil { components.day = now.day }
    case "year":
      if options.on == nil { (components.month, components.day) = (now.month, now.day) }
    default:
      throw ValidationError(
        "--every takes minute, hour, day, week, month, year, a weekday or an amount of time")
    }
    try setDay(word, in: &components)
  }

  /// `--on`: the allowed values depend on the unit that repeats.
  private func setDay(_ word: String, in components: inout CalendarComponents) throws {
    guard let text = options.on?.lowercased() else { return }
    let words = text.split(separator: " ").map(String.init)
    let ordinals = ["first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5]
    if word == "week", let weekday = Weekday(text) {
      components.weekday = weekday.number
    } else if word == "month", let day = Int(text) {
      components.day = day
    } else if word == "month", words.count == 2, let ordinal = ordinals[words[0]],
      let weekday = Weekday(words[1])
    {
      components.weekday = weekday.number
      components.weekdayOrdinal = ordinal
    } else if word == "year", let match = text.wholeMatch(of: /(\d{2})-(\d{2})/) {
      components.month = Int(match.1)
      components.day = Int(match.2)
    } else {
      throw ValidationError(
        "--on takes a weekday each week, a day (15) or 'first monday' each month, 12-24 each year")
    }
  }
}

extension CalendarComponents {
  fileprivate mutating func set(_ year: Int, _ month: Int, _ day: Int) {
    self.year = year
    self.month = month
    self.day = day
  }
}
