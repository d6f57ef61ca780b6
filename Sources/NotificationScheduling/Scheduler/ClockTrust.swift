import Foundation

/// Whether the wall clock can be believed.
///
/// A box without a battery for its clock starts in 1970, or at any date. Until the clock is set,
/// dates mean nothing there: a request for a date goes on waiting, and none is missed.
struct ClockTrust {
  private(set) var isTrusted = true
  /// The time on the elapsed clock at which a clock that nobody sets is believed after all.
  private(set) var limit: Duration?

  /// Seconds. A smaller step back means that the clock was set; a larger one means that it was
  /// wrong before.
  static let greatestStepBack = 3 * 3_600.0
  /// Seconds. After a longer pause, a clock that no time source confirms may be wrong.
  private static let longestPause = 90 * 86_400.0
  /// The time since the machine's start after which any clock is believed.
  private static let patience = Duration.seconds(86_400)

  /// - Parameters:
  ///   - seen: the latest date that a scheduler has seen; nil where none has run.
  ///   - isSynchronized: whether the kernel reports that a time source sets the clock.
  mutating func judge(_ moment: Moment, seen: Date?, isSynchronized: Bool) {
    let pause = seen.map { moment.wall.timeIntervalSince($0) } ?? 0
    let isPlausible = pause > -Self.greatestStepBack && pause < Self.longestPause
    isTrusted = isSynchronized || isPlausible || moment.elapsed >= Self.patience
    limit = isTrusted ? nil : Self.patience
  }

  /// Believes the clock, because somebody has set it.
  mutating func believe() { (isTrusted, limit) = (true, nil) }
}
