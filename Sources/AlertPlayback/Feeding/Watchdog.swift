/// Distinguishes a device that has stalled from one that is only slow to start or runs dry.
///
/// It measures by how much the device took longer for its frames than they last. Times when the
/// player waits for the device, or when the process is stopped, do not count.
struct Watchdog {
  private let format: PlaybackFormat
  private let patience: Duration
  private var lateness = Duration.zero
  private var heard: Int64 = 0
  /// The tolerance for the device's clock: one part in a hundred, far more than the error of any
  /// crystal.
  private static let drift = 1.01

  init(_ format: PlaybackFormat, patience: Duration) {
    self.format = format
    self.patience = patience
  }

  /// Whether the device is late by more than the patience.
  var isExhausted: Bool { lateness > patience }

  /// Notes that the device has had the time `waited` to play up to frame `heard`.
  /// - Parameter isDry: whether its queue was empty.
  mutating func observe(waited: Duration, heard: Int64, isDry: Bool) {
    let gained = format.duration(ofFrames: heard - self.heard) * Self.drift
    lateness = isDry ? .zero : max(.zero, lateness + waited - gained)
    self.heard = heard
  }
}
