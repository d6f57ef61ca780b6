import Foundation

/// Whether the wall clock can be believed.
///
/// A box without a battery for its clock starts in 1970, or anywhere. Until somebody sets the clock,
/// dates mean nothing there: what waits for one waits on, and nothing is missed.
struct ClockTrust {
  private(set) var isTrusted = true
  /// When a clock that nobody sets is believed after all, on the elapsed clock.
  private(set) var limit: Duration?

  /// A clock that goes back by less was set; by more, it was wrong.
  static let greatestStepBack = 3 * 3_600.0
  /// A box that was off for longer, and whose clock nobody vouches for, may not know the time.
  private static let longestPause = 90 * 86_400.0
  /// Since the machine's start.
  private static let patience = Duration.seconds(86_400)

  /// - Parameters:
  ///   - seen: the latest date that a scheduler has seen; nil where none has run.
  ///   - isSynchronized: whether the kernel says that the clock is set by a source of time.
  mutating func judge(_ moment: Moment, seen: Date?, isSynchronized: Bool) {
    let pause = seen.map { moment.wall.timeIntervalSince($0) } ?? 0
    let isPlausible = pause > -Self.greatestStepBack && pause < Self.longestPause
    isTrusted = isSynchronized || isPlausible || moment.elapsed >= Self.patience
    limit = isTrusted ? nil : Self.patience
  }

  /// Somebody has set the clock.
  mutating func believe() { (isTrusted, limit) = (true, nil) }
}
