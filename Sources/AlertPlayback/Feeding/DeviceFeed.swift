/// One device and the voices that it plays, from opening to silence.
final class DeviceFeed {
  let feeder: Feeder
  let format: PlaybackFormat
  let name: String
  /// nil while it is away.
  var device: (any PlaybackDevice)?
  var mixer: Mixer
  var history: MixHistory
  var watchdog: Watchdog
  var recovery = Recovery()
  /// The statistics of the player from other devices.
  private let earlier: PlaybackStatistics
  private let periodFrames: Int
  private var mix: [Double]
  /// Voices that are mixed to their end and not yet heard to it.
  private var tail: [Tail] = []
  private var ends: [Mixer.End] = []
  private var isDraining = false
  /// The position that the device was last drained to.
  private var drained: Int64 = 0
  /// The time that the sources have missed in a row.
  private var missedTime = Duration.zero

  private struct Tail {
    let end: Mixer.End
    /// The position in the history after the voice's last frame.
    let position: Int64
  }

  /// The longest wait in one go: between two of them the feeder looks around.
  static let wait = Duration.milliseconds(100)

  init(_ device: any PlaybackDevice, _ feeder: Feeder) {
    self.device = device
    self.feeder = feeder
    earlier = feeder.statistics
    let configuration = device.configuration
    format = configuration.format
    name = configuration.name
    periodFrames = max(1, configuration.periodFrames)
    mixer = Mixer(format, maximumFrames: periodFrames)
    // A sound server may hold more than the buffer: half a second of it can be given again.
    history = MixHistory(
      capacity: configuration.bufferFrames + periodFrames + format.frames(in: .seconds(0.5)),
      channelCount: format.channelCount)
    watchdog = Watchdog(format, patience: feeder.patience)
    mix = Array(repeating: 0, count: periodFrames * format.channelCount)
    tail.reserveCapacity(16)
    ends.reserveCapacity(16)
    feeder.state.withLock { $0.device = configuration }
  }

  /// Feeds the device until all is heard.
  func run() {
    defer { device?.close() }
    while let events = admit() {
      if hasNoVoices { return }
      do throws(DeviceFault) {
        try turn(events)
      } catch {
        recover(from: error)
        if device == nil { return }
      }
      if watchdog.isExhausted {
        feeder.statistics.stalls += 1
        return failAll(.stalled(device: name))
      }
    }
  }

  /// Takes new voices in and gives a sign of life.
  /// - Returns: the number of events so far; nil if this feeder has been given up.
  private func admit() -> Int? {
    let events = feeder.state.withLock(\.events)
    guard let arrivals = feeder.takeArrivals() else { return nil }
    for arrival in arrivals { mixer.add(arrival.voice, arrival.reader) }
    return events
  }

  /// One period from the voices to the device.
  private func turn(_ events: Int) throws(DeviceFault) {
    guard let device else { return }
    if isDraining || mixer.isEmpty && history.pendingFrames == 0 { return try drain(device) }
    let room = try waiting(for: device) { device, timeout throws(DeviceFault) in
      try device.waitForRoom(timeout: timeout)
    }
    guard room > 0 else { return }
    if history.pendingFrames == 0, !mixPeriod() {
      // Queued frames are played to their end before this thread sleeps.
      return history.mixed > drained ? try drain(device) : waitForSources(events)
    }
    missedTime = .zero
    try history.write(to: device, room: room)
    noteHeard(queuedFrames: device.queuedFrames)
  }

  private func drain(_ device: any PlaybackDevice) throws(DeviceFault) {
    isDraining = true
    let isDone = try waiting(for: device) { device, timeout throws(DeviceFault) in
      try device.drain(timeout: timeout)
    }
    guard isDone else { return }
    isDraining = false
    drained = history.mixed
    noteHeard(queuedFrames: 0)
  }

  /// Runs `body`, which waits for the device, under the eyes of the watchdog.
  private func waiting<Result>(
    for device: any PlaybackDevice,
    _ body: (any PlaybackDevice, Duration) throws(DeviceFault) -> Result
  ) throws(DeviceFault) -> Result {
    let start = feeder.clock.now
    let result = try body(device, Self.wait)
    let queuedFrames = device.queuedFrames
    noteHeard(queuedFrames: queuedFrames)
    // After an underrun the queue is empty too, but there are frames to play.
    watchdog.observe(
      waited: feeder.clock.now - start, heard: history.heard,
      isDry: queuedFrames <= 0 && history.pendingFrames == 0)
    return result
  }

  /// - Returns: false if no source has anything to mix.
  private func mixPeriod() -> Bool {
    let frames = mixer.mix(periodFrames, into: &mix, ends: &ends)
    for end in ends {
      tail.append(Tail(end: end, position: history.mixed + Int64(end.offset)))
    }
    ends.removeAll(keepingCapacity: true)
    history.append(mix, frames: frames)
    feeder.statistics.mixedFrames += Int64(frames)
    feeder.statistics.starvedFrames = earlier.starvedFrames + mixer.starvedFrames
    feeder.statistics.clippedSamples = earlier.clippedSamples + mixer.clippedSamples
    return frames > 0 || mixer.isEmpty
  }

  /// Sleeps until a source has read frames or an order has arrived.
  private func waitForSources(_ events: Int) {
    let woken = feeder.state.wait(timeout: Self.wait) { $0.events != events ? true : nil }
    guard woken == nil else { return }
    missedTime += Self.wait
    guard missedTime >= feeder.patience else { return }
    for voice in mixer.remove() {
      feeder.finish(voice, .failed(.source("the sound's source has stalled")))
    }
  }

  /// Reports to the voices their position, and to some their end.
  ///
  /// Voices that end with the mix have to wait until the device is drained: some devices keep
  /// frames that they do not count, and would drop them when they are closed.
  private func noteHeard(queuedFrames: Int) {
    history.noteHeard(queuedFrames: queuedFrames)
    mixer.tellElapsed(queuedFrames: history.mixed - history.heard)
    let end = drained == history.mixed ? drained : min(history.heard, history.mixed - 1)
    while let index = tail.indices.min(by: { tail[$0].position < tail[$1].position }),
      tail[index].position <= end
    {
      finish(tail.remove(at: index).end)
    }
    for entry in tail {
      tellElapsed(entry.end, queuedFrames: entry.position - history.heard)
    }
  }

  private func finish(_ end: Mixer.End) {
    tellElapsed(end, queuedFrames: 0)
    feeder.finish(end.voice, end.outcome)
  }

  private func tellElapsed(_ end: Mixer.End, queuedFrames: Int64) {
    end.voice.setElapsed(format.duration(ofFrames: max(0, end.frameCount - queuedFrames)))
  }

  var hasNoVoices: Bool { mixer.isEmpty && tail.isEmpty }

  /// Ends every voice that the device has.
  func failAll(_ error: PlaybackError) {
    for voice in mixer.remove() + tail.map(\.end.voice) {
      feeder.finish(voice, .failed(error))
    }
    tail = []
  }

  /// Goes back to the frames that were not heard; they are written again.
  func rewind(_ frames: Int) {
    isDraining = false
    let replayed = history.rewind(frames)
    feeder.statistics.replayedFrames += Int64(replayed)
    feeder.statistics.lostFrames += Int64(frames - replayed)
  }
}
