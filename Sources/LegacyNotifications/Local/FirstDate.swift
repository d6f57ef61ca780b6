import Foundation
import NotificationTypes
import UserNotifications

/// A date at which something happens first, and how its zone is meant.
struct FirstDate {
  enum Zone {
    /// The instant, whatever the clocks show.
    case absolute
    /// What the wall shows in that zone, in whichever zone the device is then.
    case floating(TimeZone)
    /// What the wall shows in that zone, wherever the device is.
    case fixed(TimeZone)
  }

  /// Nil is at once, as every date that has passed.
  let date: Date?
  let zone: Zone

  /// Sooner than this a date is counted as elapsed time: there are no fractions of a second on a wall
  /// clock, and until the request is in the store a second may be over.
  private static let soon = 60.0

  /// What makes a request due at this date, and then with each stride; two where the first date cannot
  /// be told together with the others.
  func triggers(every stride: CalendarStride?, at now: Date) -> [NotificationTrigger] {
    let wait = date.map { $0.timeIntervalSince(now) } ?? 0
    let isSoon = wait < Self.soon
    let first: NotificationTrigger? = isSoon ? Self.after(wait) : nil
    guard let stride, let start = date else { return [first ?? calendar(nil)].compactMap(\.self) }
    guard isSoon else { return [calendar(stride)].compactMap(\.self) }
    // What comes by itself now does not come again by the calendar.
    return [first, FirstDate(date: start, zone: zone).calendar(stride, after: wait > 0)]
      .compactMap(\.self)
  }

  private static func after(_ seconds: TimeInterval) -> NotificationTrigger {
    guard seconds > 0,
      let trigger = try? TimeIntervalTrigger(.microseconds(Int64((seconds * 1e6).rounded(.up))))
    else { return .immediate }
    return .timeInterval(trigger)
  }

  /// - Parameter skipsFirst: the first date is somebody else's.
  private func calendar(
    _ stride: CalendarStride?, after skipsFirst: Bool = false
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
  /// What Apple's `repeatInterval` means; nil is once.
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

  /// The interval of a Mac's notification: one part of a date; nil is none, or one that cannot be
  /// counted by one part.
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
