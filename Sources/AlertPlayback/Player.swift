public import AudioFormats
import LinuxProcess

/// Plays sounds on a device, several at once.
///
/// The device is open, and threads run, only while there are voices: an idle player costs nothing.
public final class Player: Sendable {
  /// Opens a device for the requested format; the device's configuration has the one that it
  /// accepts.
  public typealias Opener = @Sendable (PlaybackFormat) throws(PlaybackError) -> any PlaybackDevice

  private let state = Monitor(FeedingState())
  private let open: Opener
  private let clock: any PlaybackClock
  private let patience: Duration
  private let hangPatience: Duration

  /// A player on the device that `open` opens.
  /// - Parameters:
  ///   - clock: the clock of the device.
  ///   - patience: the time by which a sound may exceed its length before the device, or its
  ///     source, counts as stalled.
  ///   - open: opens the device when the first voice needs it.
  public convenience init(
    clock: any PlaybackClock = SystemClock(), patience: Duration = .seconds(2),
    open: @escaping Opener
  ) {
    self.init(clock: clock, patience: patience, hangPatience: patience, open: open)
  }

  /// - Parameter hangPatience: real time that a call of the device may take.
  init(
    clock: any PlaybackClock, patience: Duration, hangPatience: Duration, open: @escaping Opener
  ) {
    self.clock = clock
    self.patience = patience
    self.hangPatience = hangPatience
    self.open = open
  }

  /// Plays a sound beside those that are playing already.
  ///
  /// It starts when its first second has been read. After an underrun it goes on from the first
  /// frame that was not heard; after the device was away for less than 2 s, from where it stopped.
  /// - Parameters:
  ///   - format: the sound's own format, which is requested of the device if it is not open yet.
  ///   - volume: the factor of every sample.
  ///   - makeSource: makes the sound in the format of the device, on a thread of the sound's own,
  ///     where it is also read. An error that it throws ends this voice only.
  public func play(
    _ format: PlaybackFormat, volume: Double = 1,
    _ makeSource: sending @escaping (PlaybackFormat) throws -> any PCMSource
  ) -> Voice {
    let notify: @Sendable () -> Void = { [state] in state.update { $0.events += 1 } }
    let voice = Voice(volume: volume, onOrder: notify)
    let reader = SourceReader(makeSource, onProgress: notify)
    let feeder = state.update { state -> Int? in
      state.arrivals.append(.init(voice: voice, reader: reader, format: format))
      state.unfinished.append(voice)
      state.events += 1
      defer { state.isFeeding = true }
      return state.isFeeding ? nil : state.generation
    }
    if let feeder { startFeeding(feeder) }
    return voice
  }

  /// Fades all voices out.
  public func cancelAll() {
    for voice in state.withLock(\.unfinished) { voice.cancel() }
  }

  /// Counts of the player's work since it was made.
  public var statistics: PlaybackStatistics { state.withLock(\.statistics) }

  /// The device that is open, or was open last.
  public var device: DeviceConfiguration? { state.withLock(\.device) }

  private func startFeeding(_ generation: Int) {
    let (state, open, clock, patience) = (state, open, clock, patience)
    let supervisor = Supervisor(state: state, generation: generation, patience: hangPatience)
    let isWatched = startThread("tocsin.watch") { supervisor.run() }
    let isFed =
      isWatched
      && startThread("tocsin.feeder") {
        Feeder(state, open, clock: clock, patience: patience, generation: generation).run()
      }
    if !isFed { supervisor.giveUp(.noThread) }
  }
}
