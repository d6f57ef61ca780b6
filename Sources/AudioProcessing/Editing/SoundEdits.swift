/// What is changed about a sound beside its format, in the order in which it is done.
public struct SoundEdits: Hashable, Sendable {
  /// The part that is kept, in seconds from the start; an end beyond the sound is its end.
  public var start = 0.0
  public var end: Double?
  /// Whether the mean of each channel becomes 0.
  public var removesDC = false
  /// Whether silence (below −60 dB of full scale) is cut off at both ends.
  public var trimsSilence = false
  /// What the level is raised by (dB).
  public var gain = 0.0
  /// The loudness to reach (LUFS); the true peak stays at or below `SoundEdits.peakLimit`.
  public var loudness: Double?
  /// How often the sound is played.
  public var repeatCount = 1
  /// Seconds over which the level rises from 0 at the start, and falls to 0 at the end.
  public var fadeIn = 0.0
  public var fadeOut = 0.0
  /// Seconds of silence before and after.
  public var paddingBefore = 0.0
  public var paddingAfter = 0.0

  /// The highest true peak after a change of loudness (dBTP): what EBU R 128 allows.
  public static let peakLimit = -1.0
  /// The level below which a sound is silent, full scale 1: −60 dB.
  public static let silenceThreshold = 0.001

  public init() {}

  /// Whether nothing is changed.
  public var isEmpty: Bool { self == SoundEdits() }
}
