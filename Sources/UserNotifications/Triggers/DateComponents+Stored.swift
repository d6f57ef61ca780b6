import Foundation
import NotificationTypes

extension CalendarComponents {
  /// - Parameter components: era, nanosecond and leap month have no meaning for a trigger.
  init(_ components: DateComponents) {
    self.init(
      year: components.year, quarter: Self.quarter(of: components), month: components.month,
      day: components.day, dayOfYear: components.dayOfYear, weekday: components.weekday,
      weekdayOrdinal: components.weekdayOrdinal, weekOfMonth: components.weekOfMonth,
      weekOfYear: components.weekOfYear, yearForWeekOfYear: components.yearForWeekOfYear,
      hour: components.hour, minute: components.minute, second: components.second)
    guard weekOfMonth != nil || weekOfYear != nil || yearForWeekOfYear != nil else { return }
    let calendar = components.calendar ?? .current
    weekRule = WeekRule(
      firstWeekday: calendar.firstWeekday,
      minimumDaysInFirstWeek: calendar.minimumDaysInFirstWeek)
  }

  /// The quarter; nil where it contradicts the month, or may. For the last day of some quarters
  /// Foundation gives the next quarter, in other calendars 0, and the trigger would never be due.
  private static func quarter(of components: DateComponents) -> Int? {
    guard let month = components.month else {
      return components.dayOfYear == nil ? components.quarter : nil
    }
    return components.quarter == (month + 2) / 3 ? components.quarter : nil
  }
}

extension DateComponents {
  init(_ trigger: CalendarTrigger) {
    let parts = trigger.components
    var calendar: Calendar?
    if let rule = parts.weekRule {
      calendar = Calendar(identifier: .gregorian)
      calendar?.firstWeekday = rule.firstWeekday
      calendar?.minimumDaysInFirstWeek = rule.minimumDaysInFirstWeek
    }
    self.init(
      calendar: calendar, timeZone: trigger.timeZone.flatMap(TimeZone.init(identifier:)),
      year: parts.year, month: parts.month, day: parts.day, hour: parts.hour,
      minute: parts.minute, second: parts.second, weekday: parts.weekday,
      weekdayOrdinal: parts.weekdayOrdinal, quarter: parts.quarter,
      weekOfMonth: parts.weekOfMonth, weekOfYear: parts.weekOfYear,
      yearForWeekOfYear: parts.yearForWeekOfYear)
    dayOfYear = parts.dayOfYear
  }
}
