public import Foundation

/// When a request is due, on the clock that its trigger is about.
public enum DueTime: Sendable, Hashable {
  /// When the wall clock reaches `date`. `local` is what the clock of the trigger's zone
  /// was asked to show then, in seconds since its own 1970-01-01 00:00: it stays when the zone
  /// changes, and the date does not.
  case wall(date: Date, local: Int)
  /// When so much time is over since the start `boot` of the machine. `estimate` is the date at
  /// which that is; it counts from the next start on.
  case elapsed(Duration, boot: String, estimate: Date)
  /// When somebody reports the crossing of this region.
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
  static func now(_ moment: Moment) -> DueTime {
    .elapsed(moment.elapsed, boot: moment.boot, estimate: moment.wall)
  }

  /// How late it is; negative where it is not due yet, nil where no date is known.
  func lateness(at moment: Moment) -> Duration? {
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
}
