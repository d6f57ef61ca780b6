/// Watches a feeder from another thread: a sound library can wait for its server forever, and then
/// only another thread can fail the voices.
struct Supervisor: Sendable {
  let state: Monitor<FeedingState>
  let generation: Int
  let patience: Duration
  /// The number of checks within the patience. Checks are counted, not seconds: after a stop of the
  /// whole process the feeder has its chance to continue.
  private static let looks = 4
  /// Opening may start a server.
  private static let looksWhileOpening = 10

  /// Returns when the feeder is done. A feeder without a sign of life is given up.
  func run() {
    var beats = 0
    var misses = 0
    while true {
      let isDone = state.wait(timeout: patience / Self.looks) { state in
        state.isFeeding && state.generation == generation ? nil : true
      }
      if isDone == true { return }
      let (current, isOpening) = state.withLock { ($0.beats, $0.isOpening) }
      misses = current == beats ? misses + 1 : 0
      beats = current
      if misses >= (isOpening ? Self.looksWhileOpening : Self.looks) { return giveUp() }
    }
  }

  /// Fails all voices. The feeder's thread stays where it hangs; when it comes back, it ends.
  /// - Parameter error: the reason, unless it is that the device hangs.
  func giveUp(_ error: PlaybackError? = nil) {
    let (voices, device) = state.update { state in
      guard state.isFeeding, state.generation == generation else { return ([Voice](), "") }
      state.generation += 1
      state.isFeeding = false
      state.isOpening = false
      state.statistics.stalls += 1
      for arrival in state.arrivals { arrival.reader.cancel() }
      state.arrivals = []
      defer { state.unfinished = [] }
      return (state.unfinished, state.device?.name ?? "")
    }
    for voice in voices { voice.finish(.failed(error ?? .stalled(device: device))) }
  }
}
