/// The limits for sounds that start and play, and the rules for sounds beyond them.
public struct RingingPolicy: Hashable, Sendable {
  /// The minimum time between two starts of the same priority.
  public var startInterval = Duration.milliseconds(500)
  /// The maximum number of sounds that play at once, without those that are fading out.
  public var voiceLimit = 4
  /// The fade of a sound that makes way for a more important one.
  public var preemptionFade = Duration.milliseconds(10)
  /// The fade of playing sounds when the ringer stops.
  public var stopFade = Duration.milliseconds(100)
  /// The maximum number of waiting sounds of one priority; more are dropped.
  public var waitingLimit = 16
  /// The maximum number of waiting critical sounds; more share the start of a waiting one.
  public var criticalWaitingLimit = 1_000
  /// The times before a sound is tried again on a device that is missing, busy or gone; the last
  /// one is repeated.
  public var retryDelays: [Duration] = [.milliseconds(250), .seconds(1), .seconds(5)]
  /// The maximum time for which a sound that is not critical waits for its turn; after that it is
  /// useless. The due date does not count: a late delivery is still heard.
  public var grace = Duration.seconds(30)
  /// The maximum time after which a device that is missing, busy or gone is tried again.
  public var deviceGrace = Duration.seconds(30)
  /// Whether a critical sound of which nothing would be heard switches the output on: unmutes it, and
  /// gives it a volume where it has none.
  public var unmutesForCritical = false
  /// The maximum length that was heard of a sound that is started again after its device failed.
  public var restartLimit = Duration.seconds(1)

  /// One start each 500 ms, four voices, 30 s of grace.
  public static let standard = RingingPolicy()

  /// The same values as ``standard``, to be changed.
  public init() {}
}
