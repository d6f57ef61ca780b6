/// An open device for PCM, with a fixed sample rate and channel count.
///
/// One thread at a time calls it. No call allocates memory or waits longer than its
/// timeout.
public protocol PlaybackDevice: AnyObject {
  /// The configuration of the device, fixed while it is open.
  var configuration: DeviceConfiguration { get }

  /// Frames that were written and are not heard yet.
  var queuedFrames: Int { get }

  /// Waits until there is room for a period.
  /// - Returns: the room in frames, a period or more; 0 after `timeout`.
  /// - Throws: ``DeviceFault`` for an underrun, and where the device is gone.
  func waitForRoom(timeout: Duration) throws(DeviceFault) -> Int

  /// Plays interleaved `samples` after those written before; full scale is ±1.
  /// - Returns: the number of frames taken, which may be fewer.
  /// - Throws: ``DeviceFault`` for an underrun, and where the device is gone.
  func write(_ samples: Span<Double>) throws(DeviceFault) -> Int

  /// Plays all written frames to their end; then the device can be written again.
  /// - Returns: whether the end has come within `timeout`; if not, call again.
  /// - Throws: ``DeviceFault`` where the device is gone.
  func drain(timeout: Duration) throws(DeviceFault) -> Bool

  /// Silences the device and lets go of it.
  func close()
}

/// A failure of an open device.
public enum DeviceFault: Error, Hashable, Sendable {
  /// The device ran dry or was suspended. It can be written again, but the last `lostFrames` of the
  /// written frames were not heard.
  case underrun(lostFrames: Int)
  /// The device was unplugged, or its server left: it must be opened again.
  case gone(reason: String)
}

/// The frames that a device takes.
public struct PlaybackFormat: Hashable, Sendable {
  /// Frames a second (Hz).
  public var sampleRate: Double
  /// The number of samples in a frame.
  public var channelCount: Int

  /// A format; a device may take another one.
  public init(sampleRate: Double, channelCount: Int) {
    self.sampleRate = sampleRate
    self.channelCount = channelCount
  }

  /// The number of frames in `duration`, rounded.
  func frames(in duration: Duration) -> Int {
    Int((min(duration.inSeconds, 1e6) * sampleRate).rounded())
  }

  /// The duration of `frames`.
  func duration(ofFrames frames: Int64) -> Duration { .seconds(Double(frames) / sampleRate) }
}

/// The configuration that a device and its opener have agreed on.
public struct DeviceConfiguration: Hashable, Sendable {
  /// The name that the device was opened by.
  public var name: String
  /// The frames that the device takes.
  public var format: PlaybackFormat
  /// The device's own form of a sample, such as `S16_LE`.
  public var sampleForm: String
  /// Frames that the device asks for at once.
  public var periodFrames: Int
  /// Frames that the device holds at most.
  public var bufferFrames: Int

  /// A configuration as the device has agreed to it.
  public init(
    name: String, format: PlaybackFormat, sampleForm: String, periodFrames: Int, bufferFrames: Int
  ) {
    self.name = name
    self.format = format
    self.sampleForm = sampleForm
    self.periodFrames = periodFrames
    self.bufferFrames = bufferFrames
  }
}
