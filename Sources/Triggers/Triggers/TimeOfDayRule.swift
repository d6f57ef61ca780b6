import NotificationTypes

/// The times of day that calendar components match.
///
/// The second is always one number, because it is the finest part. An hour or a minute that is not
/// given matches all values if a finer part is given.
struct TimeOfDayRule: Sendable {
  private enum Part {
    case one(Int)
    case any
  }

  private let hour: Part
  private let minute: Part
  private let second: Int
  /// Whether no part is given, so that the time is midnight.
  let isMidnight: Bool
  /// Whether it matches in each hour.
  let isInEachHour: Bool

  init(_ components: CalendarComponents) {
    second = components.second ?? 0
    let hasSecond = components.second != nil
    minute = components.minute.map(Part.one) ?? (hasSecond ? .any : .one(0))
    let hasFiner = hasSecond || components.minute != nil
    hour = components.hour.map(Part.one) ?? (hasFiner ? .any : .one(0))
    isMidnight = components.hour == nil && !hasFiner
    isInEachHour = components.hour == nil && hasFiner
  }

  /// The first matching second of the day from `start` on, 0..<86,400.
  func first(from start: Int) -> Int? {
    let least = max(0, (start - second + 59) / 60)
    guard let minuteOfDay = firstMinute(from: least) else { return nil }
    return minuteOfDay * 60 + second
  }

  private func firstMinute(from least: Int) -> Int? {
    let result =
      switch (hour, minute) {
      case (.one(let hour), .one(let minute)): hour * 60 + minute
      case (.any, .one(let minute)): (least - minute + 59) / 60 * 60 + minute
      case (.one(let hour), .any): max(least, hour * 60)
      case (.any, .any): least
      }
    guard result >= least, result < 24 * 60 else { return nil }
    if case .one(let hour) = hour, result >= (hour + 1) * 60 { return nil }
    return result
  }
}
