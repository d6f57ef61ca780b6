public import FoundationEssentials
public import NotificationTypes

extension CalendarTrigger {
  /// The first date later than `date` at which the clocks of `zone` show the components; nil where
  /// there is none up to the year 9999.
  ///
  /// A time that the clocks skip counts as the same minute of the hour after the gap (02:30 becomes
  /// 03:30); one that they show twice counts the first time, and both times where the components have
  /// a minute or a second and no hour.
  /// - Parameters:
  ///   - date: the result is later.
  ///   - zone: the zone to use, even if the trigger has its own.
  public func nextTriggerDate(after date: Date, in zone: TimeZoneRules) -> Date? {
    nextMatch(after: date, in: zone).map { Date(timeIntervalSince1970: Double($0.instant)) }
  }

  package func nextMatch(after date: Date, in zone: TimeZoneRules) -> CalendarMatch? {
    let seconds = date.timeIntervalSince1970.rounded(.down)
    guard abs(seconds) < 1e15 else { return nil }
    if let every {
      return StrideSearch(every, from: components).first(after: Int(seconds), in: zone)
    }
    return CalendarSearch(components).first(after: Int(seconds), in: zone)
  }

  /// The rules for this trigger: those of its own zone, or the device's.
  package func zone(from source: any TimeZoneSource) throws(TimeZoneError) -> TimeZoneRules {
    guard let timeZone else { return source.deviceZone }
    return try source.zone(timeZone)
  }
}

extension NotificationTrigger {
  /// The first date later than `date` at which a request with this trigger, scheduled at `date`,
  /// becomes due; nil where there is none, and for a region.
  ///
  /// The result depends only on the arguments. A time interval counts elapsed time, so its date is
  /// valid only while the clock is not set.
  /// - Throws: ``TimeZoneError`` where the trigger's zone is not known.
  public func nextTriggerDate(
    after date: Date, timeZones: any TimeZoneSource
  ) throws(TimeZoneError) -> Date? {
    switch self {
    case .immediate, .push: date
    case .timeInterval(let trigger): date + trigger.interval.timeInterval
    case .calendar(let trigger):
      trigger.nextTriggerDate(after: date, in: try trigger.zone(from: timeZones))
    case .region: nil
    }
  }
}

extension Duration {
  /// Seconds, as Foundation counts them.
  package var timeInterval: Double {
    Double(components.seconds) + Double(components.attoseconds) * 1e-18
  }
}
