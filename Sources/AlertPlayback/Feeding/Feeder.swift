/// Writes the mix to a device, period by period, as long as there are voices.
///
/// It runs on a thread of its own, the only one that touches the device.
final class Feeder {
  let state: Monitor<FeedingState>
  let open: Player.Opener
  let clock: any PlaybackClock
  let patience: Duration
  let generation: Int
  var statistics = PlaybackStatistics()

  init(
    _ state: Monitor<FeedingState>, _ open: @escaping Player.Opener, clock: any PlaybackClock,
    patience: Duration, generation: Int
  ) {
    self.state = state
    self.open = open
    self.clock = clock
    self.patience = patience
    self.generation = generation
  }

  /// Feeds devices until no voices are left, or until the supervisor has given this feeder up.
  func run() {
    statistics = state.withLock(\.statistics)
    while let format = nextFormat() {
      guard let device = openForArrivals(format) else { continue }
      DeviceFeed(device, self).run()
    }
  }

  /// The format that the next voice requests; nil if there are no voices left.
  private func nextFormat() -> PlaybackFormat? {
    // The supervisor waits for the end.
    state.update { state in
      guard state.generation == generation else { return nil }
      state.isFeeding = !state.arrivals.isEmpty
      return state.arrivals.first?.format
    }
  }

  private func openForArrivals(_ format: PlaybackFormat) -> (any PlaybackDevice)? {
    do throws(PlaybackError) {
      return try openDevice(format)
    } catch {
      for arrival in takeArrivals() ?? [] {
        arrival.reader.cancel()
        finish(arrival.voice, .failed(error))
      }
      return nil
    }
  }

  /// Opens the device, which may take a while.
  func openDevice(_ format: PlaybackFormat) throws(PlaybackError) -> any PlaybackDevice {
    state.withLock { $0.isOpening = true }
    defer {
      state.withLock { state in
        guard state.generation == generation else { return }
        state.isOpening = false
      }
    }
    return try open(format)
  }

  /// Ends `voice`. The statistics are updated before its waiters continue.
  func finish(_ voice: Voice, _ outcome: PlaybackOutcome) {
    state.withLock { state in
      guard state.generation == generation else { return }
      state.statistics = statistics
      state.unfinished.removeAll { $0 === voice }
    }
    voice.finish(outcome)
  }

  /// Tells the supervisor that the feeder does not hang.
  /// - Returns: false if this feeder has been given up.
  func signOfLife() -> Bool {
    state.withLock { state in
      guard state.generation == generation else { return false }
      state.beats += 1
      return true
    }
  }

  /// Records a sign of life and takes the new voices.
  /// - Returns: nil if this feeder has been given up.
  func takeArrivals() -> [FeedingState.Arrival]? {
    state.withLock { state in
      guard state.generation == generation else { return nil }
      state.beats += 1
      defer { state.arrivals = [] }
      return state.arrivals
    }
  }
}
