/// Counts of a player's work since it was made.
public struct PlaybackStatistics: Hashable, Sendable {
  /// Frames mixed from voices.
  public var mixedFrames: Int64 = 0
  /// Times the device ran dry or was suspended.
  public var underruns = 0
  /// Frames that were written a second time because the first was not heard.
  public var replayedFrames: Int64 = 0
  /// Frames that were not heard and were too old to be written again.
  public var lostFrames: Int64 = 0
  /// Times the device went away and was opened again.
  public var reopenings = 0
  /// Times the device was given up because it took no more samples.
  public var stalls = 0
  /// Frames in which some voice was silent because its source was late.
  public var starvedFrames: Int64 = 0
  /// Samples cut at full scale.
  public var clippedSamples: Int64 = 0

  /// Counts of a new player.
  public init() {}
}
