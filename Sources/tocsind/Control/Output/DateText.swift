import Foundation
import NotificationStorage
import NotificationTypes
import Triggers

/// Dates as people read them: in the zone of their request, with its offset.
struct DateText {
  private let style: Date.ISO8601FormatStyle

  /// - Parameter zone: the offset that it has at each date is taken.
  init(offset: Int) {
    let zone = TimeZone(secondsFromGMT: offset) ?? .gmt
    style = Date.ISO8601FormatStyle(
      dateTimeSeparator: .space, timeZoneSeparator: .colon, timeZone: zone
    ).year().month().day().time(includingFractionalSeconds: false).timeZone(separator: .colon)
  }

  /// `2026-12-24 18:00:00 +01:00`.
  static func full(_ date: Date, in zone: TimeZoneRules) -> String {
    let offset = zone.offset(at: Int(date.timeIntervalSince1970.rounded(.down)))
    let text = DateText(offset: offset).style.format(date)
    return text.hasSuffix("Z")
      ? text.dropLast() + " +00:00" : text.dropLast(6) + " " + text.suffix(6)
  }

  /// The zone in which the dates of a trigger are shown: its own, or the device's.
  static func zone(of trigger: NotificationTrigger) -> TimeZoneRules {
    let source = TimeZoneDatabase.system
    if case .calendar(let calendar) = trigger, let name = calendar.timeZone,
      let own = try? source.zone(name)
    {
      return own
    }
    return source.deviceZone
  }

  /// `3 d 4 h`, the two greatest units; `-` for a time in the past.
  static func countdown(_ seconds: Double) -> String {
    let whole = Int(abs(seconds).rounded())
    let parts = [
      (whole / 86_400, "d"), (whole / 3_600 % 24, "h"), (whole / 60 % 60, "min"),
      (whole % 60, "s"),
    ]
    let start = parts.firstIndex { $0.0 > 0 } ?? 3
    let shown = parts[start...].prefix(2).filter { $0.0 > 0 || start == 3 }
    return (seconds <= -0.5 ? "-" : "") + shown.map { "\($0.0) \($0.1)" }.joined(separator: " ")
  }
}
