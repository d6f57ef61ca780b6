import FoundationEssentials
import LinuxProcess
import Triggers

/// How far the wall clock can be believed.
///
/// A box without a battery for its clock starts in 1970, or at any date. Until a time source or a
/// person has set the clock, no request that waits for a date may be given up because of it.
struct ClockTrust {
  enum Level: Int, Comparable {
    /// Dates mean nothing: what waits for a date goes on waiting.
    case none
    /// Dates are kept. A request that does not repeat and seems older than the grace goes on
    /// waiting, for the clock may be ahead.
    case assumed
    /// What is older than the grace is missed.
    case full

    static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }
  }

  private(set) var level = Level.full
  /// The time on the elapsed clock at which more of a clock that nobody sets is believed.
  private(set) var limit: Duration?
  /// The level from the limit on.
  private var later = Level.full

  /// Seconds. A smaller step back means that the clock was set; a larger one means that it was
  /// wrong before.
  static let maximumStepBack = 3 * 3_600.0
  /// Seconds. After a shorter pause, a clock is right.
  private static let shortPause = 86_400.0
  /// Seconds. After a longer pause, a clock that no time source confirms may be wrong.
  private static let longestPause = 90 * 86_400.0
  /// The time since the machine's start after which more of a clock is believed.
  private static let patience = Duration.seconds(86_400)

  /// - Parameters:
  ///   - seen: the latest date of a clock that was fully believed; nil where there was none.
  ///   - assumed: the latest date of a clock that was only assumed to be right.
  ///   - isSynchronized: whether the kernel reports that a time source sets the clock.
  mutating func judge(_ moment: Moment, seen: Date?, assumed: Date?, isSynchronized: Bool) {
    let pause = seen.map { moment.wall.timeIntervalSince($0) } ?? 0
    guard !isSynchronized, !Self.isWithin(pause, Self.shortPause) else { return believe() }
    let isPlausible = Self.isWithin(pause, Self.longestPause)
    let goesOn = assumed.map {
      Self.isWithin(moment.wall.timeIntervalSince($0), Self.longestPause)
    }
    later = isPlausible ? .full : .assumed
    level = isPlausible || goesOn == true ? .assumed : .none
    limit = level < later ? Self.patience : nil
    if moment.elapsed >= Self.patience { waited() }
  }

  private static func isWithin(_ pause: Double, _ longest: Double) -> Bool {
    pause > -maximumStepBack && pause < longest
  }

  /// Believes the clock, because somebody has set it.
  mutating func believe() { (level, limit) = (.full, nil) }

  /// Believes more of the clock, because nobody has set it for so long.
  mutating func waited() { (level, limit) = (later, nil) }

  /// Whether a request that was due so long ago is missed, and not merely compared with a wrong
  /// clock.
  func isSure(of due: DueTime, at moment: Moment) -> Bool {
    if case .elapsed(_, moment.boot, _) = due { return true }
    return level == .full
  }
}
