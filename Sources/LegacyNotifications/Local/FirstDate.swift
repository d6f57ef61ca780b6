import Foundation
import NotificationTypes
import UserNotifications

/// The first date of an event, and the meaning of its time zone.
struct FirstDate {
  enum Zone {
    /// The instant, whatever the clocks show.
    case absolute
    /// The local time in that zone, which follows the device to other zones.
    case floating(TimeZone)
    /// The local time in that zone, wherever the device is.
    case fixed(TimeZone)
  }

  /// Nil is at once, as every date that has passed.
  let date: Date?
  let zone: Zone

  /// Seconds. A date that is nearer is counted as elapsed time: a wall-clock trigger has no
  /// fractions of a second, and a second may pass before the request is in the store.
  private static let soon = 60.0

  /// The triggers that make a request due at this date, and then after each stride; two where the
  /// first date does not fit the rule for the others.
  func triggers(every stride: CalendarStride?, at now: Date) -> [NotificationTrigger] {
    let wait = date.map { $0.timeIntervalSince(now) } ?? 0
    let isSoon = wait < Self.soon
    let first: NotificationTrigger? = isSoon ? Self.after(wait) : nil
    guard let stride, date != nil else { return [first ?? calendar(nil)].compactMap(\.self) }
    guard isSoon else { return [calendar(stride)].compactMap(\.self) }
    // A repeating calendar trigger must not repeat the date that is due at once.
    return [first, calendar(stride, skipsFirst: wait > 0)].compactMap(\.self)
  }

  private static func after(_ seconds: TimeInterval) -> NotificationTrigger {
    guard seconds > 0,
      let trigger = try? TimeIntervalTrigger(.microseconds(Int64((seconds * 1e6).rounded(.up))))
    else { return .immediate }
    return .timeInterval(trigger)
  }

  /// - Parameter skipsFirst: whether another trigger has the first date.
  private func calendar(
    _ stride: CalendarStride?, skipsFirst: Bool = false
  ) -> NotificationTrigger? {
    guard var date else { return .immediate }
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = timeZone
    if skipsFirst, let stride {
      date = calendar.date(byAdding: stride.component, value: stride.length, to: date) ?? date
    }
    let second = Date(
      timeIntervalSinceReferenceDate: date.timeIntervalSinceReferenceDate.rounded(.up))
    let parts = calendar.dateComponents(
      [.year, .month, .day, .hour, .minute, .second], from: second)
    let trigger = try? CalendarTrigger(
      CalendarComponents(
        year: parts.year, month: parts.month, day: parts.day, hour: parts.hour,
        minute: parts.minute, second: parts.second),
      repeats: stride != nil, timeZone: storedZone, every: stride)
    return trigger.map { .calendar($0) }
  }

  private var timeZone: TimeZone {
    switch zone {
    case .absolute: .gmt
    case .floating(let zone), .fixed(let zone): zone
    }
  }

  private var storedZone: String? {
    switch zone {
    case .absolute: "Etc/UTC"
    case .floating: nil
    case .fixed(let zone): zone.databaseIdentifier
    }
  }
}

extension CalendarStride {
  /// The stride of Apple's `repeatInterval`; nil is once.
  ///
  /// `weekday` is a week, as Apple's reference has it; a second is too short, and an era too long.
  init?(interval: NSCalendar.Unit) {
    switch interval {
    case .minute: self.init(.minute)
    case .hour: self.init(.hour)
    case .day: self.init(.day)
    case .weekday, .weekdayOrdinal, .weekOfMonth, .weekOfYear: self.init(.week)
    case .month: self.init(.month)
    case .quarter: self.init(.month, count: 3)
    case .year, .yearForWeekOfYear: self.init(.year)
    default: return nil
    }
  }

  /// The interval of a Mac's notification, which is one part of a date; nil where there is none, or
  /// where one part cannot represent it.
  init?(interval parts: DateComponents) {
    let units: [(Int?, Unit, Int)] = [
      (parts.minute, .minute, 1), (parts.hour, .hour, 1), (parts.day, .day, 1),
      (parts.weekday, .day, 1), (parts.weekOfYear, .week, 1), (parts.weekOfMonth, .week, 1),
      (parts.month, .month, 1), (parts.quarter, .month, 3), (parts.year, .year, 1),
    ]
    let given = units.compactMap { part in part.0.map { (part.1, $0 * part.2) } }.filter {
      $0.1 != 0
    }
    let isCounted = given.count == 1 && (1...9_999).contains(given[0].1)
    guard isCounted, (parts.second ?? 0) == 0 else { return nil }
    self.init(given[0].0, count: given[0].1)
  }

  fileprivate var component: Calendar.Component {
    switch unit {
    case .minute: .minute
    case .hour: .hour
    case .day, .week: .day
    case .month: .month
    case .year: .year
    }
  }

  fileprivate var length: Int { unit == .week ? 7 * count : count }
}
