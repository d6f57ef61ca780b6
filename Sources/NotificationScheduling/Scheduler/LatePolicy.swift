/// The rules for deliveries that are late and deliveries that fail.
public struct LatePolicy: Sendable, Hashable {
  /// The lateness up to which a delivery counts as on time.
  public var tolerance: Duration
  /// The lateness up to which a request is still delivered; after that it is marked missed.
  public var grace: Duration
  /// The rule for a repeating request of which several dates have passed.
  public var repeats: Repeats
  /// The maximum number of handler calls for one date; after them the date is marked missed.
  public var maximumAttempts: Int
  /// The maximum number of attempts that the scheduler's process has not survived, perhaps because
  /// of the delivery.
  public var maximumCrashes: Int
  /// The time until the next attempt after a failure, multiplied by the number of attempts so far.
  public var retryDelay: Duration
  /// The age at which delivered and missed notifications are forgotten.
  public var retention: Duration

  /// The rule for several dates of one request that passed while no scheduler ran.
  public enum Repeats: String, Sendable, Hashable {
    /// One delivery, of the last date that has passed, stands for all of them.
    case coalesce
    /// They are marked missed, and the next one is on time.
    case skip
  }

  /// A policy; the defaults are those of ``standard``.
  public init(
    tolerance: Duration = .seconds(1), grace: Duration = .seconds(24 * 3_600),
    repeats: Repeats = .coalesce, maximumAttempts: Int = 3, maximumCrashes: Int = 10,
    retryDelay: Duration = .seconds(1), retention: Duration = .seconds(30 * 24 * 3_600)
  ) {
    self.tolerance = tolerance
    self.grace = grace
    self.repeats = repeats
    self.maximumAttempts = maximumAttempts
    self.maximumCrashes = maximumCrashes
    self.retryDelay = retryDelay
    self.retention = retention
  }

  /// Late by up to a day, several dates as one, three attempts.
  public static let standard = LatePolicy()
}
