/// What becomes of a delivery that comes late, and of one that fails.
public struct LatePolicy: Sendable, Hashable {
  /// How late a delivery may be and still counts as on time.
  public var tolerance: Duration
  /// How late a request may be and is still delivered; later it is marked missed.
  public var grace: Duration
  /// What becomes of a request that repeats when several of its dates have passed.
  public var repeats: Repeats
  /// How often the handler is called for one date before it is marked missed.
  public var maximumAttempts: Int
  /// How often a delivery is begun again in which the scheduler's process has died, perhaps of it.
  public var maximumCrashes: Int
  /// After a failure, the time until the next attempt, times the attempts so far.
  public var retryDelay: Duration
  /// What was delivered or missed longer ago is forgotten.
  public var retention: Duration

  /// What several dates of one request come to that passed while nothing ran.
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
