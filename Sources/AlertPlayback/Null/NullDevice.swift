/// A device without output. It never fails.
public final class NullDevice: PlaybackDevice {
  /// The format that was asked for, in periods of a sixth of the buffer.
  public let configuration: DeviceConfiguration
  private let clock: any PlaybackClock
  private let isPaced: Bool
  private var line: PacedLine

  /// A device that accepts `format` as it is.
  /// - Parameters:
  ///   - format: the format of the device.
  ///   - isPaced: whether a sound takes its duration on `clock`, or no time.
  ///   - clock: the clock that a sound is timed by.
  ///   - period: the time between two writes; the device holds six of them.
  public init(
    _ format: PlaybackFormat, isPaced: Bool = true, clock: any PlaybackClock = SystemClock(),
    period: Duration = .milliseconds(10)
  ) {
    let periodFrames = max(1, format.frames(in: period))
    configuration = DeviceConfiguration(
      name: "null", format: format, sampleForm: "none", periodFrames: periodFrames,
      bufferFrames: 6 * periodFrames)
    self.clock = clock
    self.isPaced = isPaced
    line = PacedLine(format)
  }

  /// Frames that are not heard yet; 0 if the device is not paced.
  public var queuedFrames: Int {
    isPaced ? Int(line.written - line.heard(at: clock.now)) : 0
  }

  /// Waits on the clock until there is room for a period.
  public func waitForRoom(timeout: Duration) -> Int {
    let isFree = wait(untilLeft: configuration.bufferFrames - configuration.periodFrames, timeout)
    return isFree ? configuration.bufferFrames - queuedFrames : 0
  }

  /// Takes the frames that fit, and forgets them.
  public func write(_ samples: Span<Double>) -> Int {
    let frames = samples.count / configuration.format.channelCount
    let taken = min(frames, configuration.bufferFrames - queuedFrames)
    line.write(taken, at: clock.now)
    return taken
  }

  /// Waits on the clock for the end of the written frames.
  public func drain(timeout: Duration) -> Bool { wait(untilLeft: 0, timeout) }

  /// Does nothing: a null device holds nothing.
  public func close() {}

  private func wait(untilLeft frames: Int, _ timeout: Duration) -> Bool {
    if queuedFrames <= frames { return true }
    let missing = line.time(whenLeft: frames) - clock.now
    clock.sleep(for: min(missing, timeout))
    return queuedFrames <= frames
  }
}
