/// The state that the player's owner, its readers and its feeder share.
struct FeedingState: Sendable {
  /// A voice that the feeder has not seen yet.
  struct Arrival: Sendable {
    let voice: Voice
    let reader: SourceReader
    let format: PlaybackFormat
  }

  var arrivals: [Arrival] = []
  /// Every voice without an outcome.
  var unfinished: [Voice] = []
  /// Counts the events that the feeder may have to wake up for.
  var events = 0

  /// Whether a feeder runs. It does as long as there are voices: an idle player has no thread.
  var isFeeding = false
  /// The number of the feeder whose word counts; one that was given up has a lower one.
  var generation = 0
  /// Counts the feeder's signs of life.
  var beats = 0
  /// Whether the feeder waits for a device to open, which may take longer than playing.
  var isOpening = false

  var statistics = PlaybackStatistics()
  var device: DeviceConfiguration?
}
