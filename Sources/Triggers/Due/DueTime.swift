public import FoundationEssentials
package import LinuxProcess

/// The due time of a request, on the clock of its trigger.
public enum DueTime: Sendable, Hashable {
  /// When the wall clock reaches `date`. `local` is the requested time on the clock of the
  /// trigger's zone, in seconds since its own 1970-01-01 00:00. When the zone changes, `local`
  /// stays and `date` changes.
  case wall(date: Date, local: Int)
  /// When the duration has passed since the start `boot` of the machine. `estimate` is the
  /// corresponding date; it replaces the duration after the next start.
  case elapsed(Duration, boot: String, estimate: Date)
  /// When a crossing of this region is reported.
  case crossing(region: String)

  /// The date at which it is due; nil where none is known.
  public var date: Date? {
    switch self {
    case .wall(let date, _): date
    case .elapsed(_, _, let estimate): estimate
    case .crossing: nil
    }
  }

  /// Due right now.
  package static func now(_ moment: Moment) -> DueTime {
    .elapsed(moment.elapsed, boot: moment.boot, estimate: moment.wall)
  }

  /// How late it is; negative where it is not due yet, nil where no date is known.
  package func lateness(at moment: Moment) -> Duration? {
    switch self {
    case .wall(let date, _): .seconds(moment.wall.timeIntervalSince(date))
    case .elapsed(let elapsed, moment.boot, _): moment.elapsed - elapsed
    case .elapsed(_, _, let estimate): .seconds(moment.wall.timeIntervalSince(estimate))
    case .crossing: nil
    }
  }
}

/// The soonest due time on each of the two clocks.
public struct NextDue: Sendable, Hashable {
  /// The soonest date on the wall clock; nil where no request waits on it.
  public var wall: Date?
  /// The soonest time on the elapsed clock, since the machine's start; nil where no request waits
  /// on it.
  public var elapsed: Duration?

  /// The soonest times of the two clocks; nil is never.
  public init(wall: Date? = nil, elapsed: Duration? = nil) {
    self.wall = wall
    self.elapsed = elapsed
  }

  /// The sooner one, as a date; nil where no request waits.
  package func date(at moment: Moment) -> Date? {
    let other = elapsed.map { moment.wall + ($0 - moment.elapsed).timeInterval }
    return [wall, other].compactMap(\.self).min()
  }
}
