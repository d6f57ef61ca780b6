/// Tells a device that has stalled from one that is only slow to start or runs dry.
///
/// What counts is how much longer a device took for its frames than they last. A player that
/// waits for the device itself, and a process that was stopped for a while, count for nothing.
struct Watchdog {
  private let format: PlaybackFormat
  private let patience: Duration
  private var lateness = Duration.zero
  private var heard: Int64 = 0
  /// How far the device's clock may be off: one part in a hundred, far more than any crystal.
  private static let drift = 1.01

  init(_ format: PlaybackFormat, patience: Duration) {
    self.format = format
    self.patience = patience
  }

  /// Whether the device is behind its time by more than the patience.
  var isExhausted: Bool { lateness > patience }

  /// Notes that the device had `waited` to play up to frame `heard`.
  /// - Parameter isDry: whether it had nothing more to play.
  mutating func observe(waited: Duration, heard: Int64, isDry: Bool) {
    let gained = format.duration(ofFrames: heard - self.heard) * Self.drift
    lateness = isDry ? .zero : max(.zero, lateness + waited - gained)
    self.heard = heard
  }
}
