public import AlertPlayback
public import LinuxProcess
import SoundResolution

/// Plays the sounds of notifications: a limited number at once, important ones first, and without
/// delaying deliveries.
///
/// Its calls do not wait for a device: the player has threads of its own, and fails sounds that it
/// cannot play. While no sound waits or plays, no timer runs.
public actor AlertRinger {
  /// Not the threads that all tasks share: after their first use the process wakes each second.
  private let executor: QueueExecutor
  private let player: Player
  private let clock: any DeliveryClock
  private var queue: RingingQueue
  private var voices: [RingingQueue.Number: Voice] = [:]
  private var timer: (time: Duration, task: Task<Void, Never>)?
  private var waitingForSilence: [CheckedContinuation<Void, Never>] = []

  /// The queue that the actor runs on, not the threads that all tasks share.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.forActors.asUnownedSerialExecutor()
  }

  /// A ringer that gives sounds to `player`.
  /// - Parameters:
  ///   - player: mixes the sounds that play at once.
  ///   - policy: the limits for sounds that start and play at once.
  ///   - clock: the time for starts and waits.
  public init(
    _ player: Player, policy: RingingPolicy = .standard,
    clock: any DeliveryClock = SystemDeliveryClock()
  ) {
    self.init(player, policy: policy, clock: clock, on: QueueExecutor(label: "tocsin.ringer"))
  }

  /// - Parameter executor: the queue that the actor runs on.
  package init(
    _ player: Player, policy: RingingPolicy, clock: any DeliveryClock = SystemDeliveryClock(),
    on executor: QueueExecutor
  ) {
    self.executor = executor
    self.player = player
    self.clock = clock
    queue = RingingQueue(policy)
  }

  /// Plays a sound, or treats it by the policy; the ring's outcome says what became of it.
  public func ring(_ ring: Ring) { apply(queue.submit(ring, at: clock.now)) }

  /// Ends the sound of a notification that the user has dealt with.
  public func silence(_ notification: NotificationKey) {
    apply(queue.silence(notification, at: clock.now))
  }

  /// Drops waiting sounds, fades playing ones, and returns when all are silent.
  ///
  /// A device that hangs delays this only by the player's timeout.
  public func stop() async {
    apply(queue.stop())
    guard !queue.isIdle else { return }
    await withCheckedContinuation { waitingForSilence.append($0) }
  }

  /// The numbers of rings, starts and outcomes since the ringer was made.
  public var statistics: RingingStatistics { queue.statistics }

  /// The number of sounds that play, and of those that wait for their start.
  public var load: (playing: Int, waiting: Int) { (queue.playing.count, queue.waiting.count) }

  private func apply(_ effects: [RingingQueue.Effect]) {
    for effect in effects {
      switch effect {
      case .start(let number, let ring): start(number, ring)
      case .fade(let number, let duration): voices[number]?.fadeOut(over: duration)
      case .report(let ring, let outcome): ring.end.give(outcome)
      case .warn(let ring, let error): warn(ring, error)
      }
    }
    setTimer()
    guard queue.isIdle else { return }
    for continuation in waitingForSilence { continuation.resume() }
    waitingForSilence = []
  }

  private func warn(_ ring: Ring, _ error: PlaybackError) {
    ring.trouble.give(error)
    guard queue.policy.unmutesForCritical, case .silent(_, let output) = error else { return }
    // It waits for the server.
    _ = startThread("tocsin.unmute") { output.unmute() }
  }

  private func start(_ number: RingingQueue.Number, _ ring: Ring) {
    let sound = ring.sound
    let format = PlaybackFormat(sampleRate: sound.sampleRate, channelCount: sound.channelCount)
    let voice = player.play(format, volume: ring.volume) { format in
      try sound.source(sampleRate: format.sampleRate, channelCount: format.channelCount)
    }
    voices[number] = voice
    Task(executorPreference: executor) { [self] in
      // A sound that fails before may be tried again.
      if await voice.hasBegun {
        ring.beginning.give(true)
        if await voice.hasReached(ring.nearlyWhole) { ring.nearEnd.give(()) }
      }
      let outcome = await voice.finished
      await end(number, outcome, heard: voice.elapsed)
    }
  }

  private func end(_ number: RingingQueue.Number, _ outcome: PlaybackOutcome, heard: Duration) {
    voices[number] = nil
    apply(queue.end(number, outcome, heard: heard, at: clock.now))
  }

  /// Sets the timer for the next work of the queue.
  private func setTimer() {
    let next = queue.nextTime(after: clock.now)
    guard next != timer?.time else { return }
    timer?.task.cancel()
    timer = next.map { time in
      (
        time,
        Task(executorPreference: executor) { [self] in
          if (try? await clock.sleep(until: time)) != nil { await wake(time) }
        }
      )
    }
  }

  private func wake(_ time: Duration) {
    if timer?.time == time { timer = nil }
    apply(queue.advance(to: max(time, clock.now)))
  }
}
