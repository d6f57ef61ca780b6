/// A queue of frames that is played at the speed of a clock, as a sound card does it.
struct PacedLine {
  private let format: PlaybackFormat
  /// Frames written in all.
  private(set) var written: Int64 = 0
  /// Frames heard at `start`, from when on the clock plays.
  private var base: Int64 = 0
  private var start = Duration.zero

  init(_ format: PlaybackFormat) { self.format = format }

  /// Frames heard at `now`.
  func heard(at now: Duration) -> Int64 {
    let passed = max(.zero, now - start)
    return min(written, base + Int64((passed.inSeconds * format.sampleRate).rounded(.down)))
  }

  mutating func write(_ frames: Int, at now: Duration) {
    let heard = heard(at: now)
    if heard == written {
      // The queue has run dry: time passes, the sound waits.
      base = heard
      start = now
    }
    written += Int64(frames)
  }

  /// The moment at which no more than `frames` are left to hear.
  func time(whenLeft frames: Int) -> Duration {
    start + format.duration(ofFrames: max(0, written - Int64(frames) - base))
      // Past the frame's edge, so that rounding does not make it one frame less.
      + .nanoseconds(1)
  }
}
