import Foundation
import NotificationStorage
import Triggers

/// The current date and time on the wall clock of a zone.
struct LocalNow {
  let year: Int
  let month: Int
  let day: Int
  let weekday: Int
  let hour: Int
  let minute: Int
  private let calendar: Calendar
  private let date: Date

  init(_ date: Date, in zone: TimeZoneRules) {
    var calendar = Calendar(identifier: .gregorian)
    // Uses only the arithmetic of dates of Foundation's calendar: the offset is Tocsin's.
    let offset = zone.offset(at: Int(date.timeIntervalSince1970.rounded(.down)))
    calendar.timeZone = TimeZone(secondsFromGMT: offset) ?? .gmt
    let parts = calendar.dateComponents(
      [.year, .month, .day, .weekday, .hour, .minute], from: date)
    year = parts.year ?? 1_970
    month = parts.month ?? 1
    day = parts.day ?? 1
    weekday = parts.weekday ?? 1
    hour = parts.hour ?? 0
    minute = parts.minute ?? 0
    self.calendar = calendar
    self.date = date
  }

  /// The date `days` days later.
  func date(afterDays days: Int) -> (year: Int, month: Int, day: Int) {
    let later = calendar.date(byAdding: .day, value: days, to: date) ?? date
    let parts = calendar.dateComponents([.year, .month, .day], from: later)
    return (parts.year ?? year, parts.month ?? month, parts.day ?? day)
  }

  /// A moment of UTC as a date and a time of day of UTC.
  static func utc(
    year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int, offset: Int
  ) -> DateComponents? {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let parts = DateComponents(
      year: year, month: month, day: day, hour: hour, minute: minute, second: second)
    guard parts.isValidDate(in: calendar), let date = calendar.date(from: parts) else {
      return nil
    }
    return calendar.dateComponents(
      [.year, .month, .day, .hour, .minute, .second], from: date - Double(offset))
  }
}
