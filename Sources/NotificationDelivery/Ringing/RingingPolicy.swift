/// How many sounds may start and play, and what becomes of those that may not.
public struct RingingPolicy: Hashable, Sendable {
  /// The time between two starts of the same priority.
  public var startInterval = Duration.milliseconds(500)
  /// Sounds that play at once; those that are just fading out do not count.
  public var voiceLimit = 4
  /// The fade of a sound that makes way for a more important one.
  public var preemptionFade = Duration.milliseconds(10)
  /// The fade of what plays when the ringer stops.
  public var stopFade = Duration.milliseconds(100)
  /// Sounds of one priority that wait for their start; more are dropped.
  public var waitingLimit = 16
  /// Critical sounds that wait for their start; more share the start of one that waits.
  public var criticalWaitingLimit = 1_000
  /// The waits before a sound is tried again on a device that is missing, busy or gone; the last
  /// one comes again and again.
  public var retryDelays: [Duration] = [.milliseconds(250), .seconds(1), .seconds(5)]
  /// A sound that has waited longer than this for its turn has lost its meaning, unless it is
  /// critical. When it was due does not count: what is delivered late is heard late.
  public var grace = Duration.seconds(30)
  /// No try on a device that is missing, busy or gone begins later than this.
  public var deviceGrace = Duration.seconds(30)
  /// A sound whose device failed is begun again only if no more than this has been heard of it.
  public var restartLimit = Duration.seconds(1)

  /// A start each 500 ms, four voices, 30 s of grace.
  public static let standard = RingingPolicy()

  /// The same as ``standard``, to be changed.
  public init() {}
}
