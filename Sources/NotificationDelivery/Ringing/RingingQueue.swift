import AlertPlayback

/// The rules of ringing, without a device and without a clock. Its calls take events with their
/// times, and return the effects to carry out.
struct RingingQueue {
  /// The number of a start.
  typealias Number = Int

  enum Effect {
    case start(Number, Ring)
    case fade(Number, over: Duration)
    case report(Ring, RingOutcome)
    /// The first try of a critical sound has failed; there will be others.
    case warn(Ring, PlaybackError)
  }

  struct Waiting {
    var number: Number
    var ring: Ring
    /// The time at which it was due.
    var due: Duration
    var arrival: Duration
    var notBefore: Duration
    var tries = 0
    var mergedCount = 0
  }

  /// The reason why a playing sound is faded out.
  enum FadeCause {
    case preempted(by: NotificationKey)
    case silenced, stopped
  }

  struct Playing {
    var waiting: Waiting
    var start: Duration
    var fade: FadeCause?
  }

  struct Start {
    var number: Number
    var time: Duration
    var fingerprint: Int
    var notification: NotificationKey
    /// Set when the sound is over.
    var wasHeard = false
  }

  let policy: RingingPolicy
  var statistics = RingingStatistics()
  /// The waiting sounds in the order of their arrival.
  var waiting: [Waiting] = []
  var playing: [Playing] = []
  var lastStarts: [RingPriority: Start] = [:]
  private var count = 0
  private var isStopped = false

  init(_ policy: RingingPolicy) { self.policy = policy }

  var isIdle: Bool { waiting.isEmpty && playing.isEmpty }

  /// Takes a sound to play.
  mutating func submit(_ ring: Ring, at now: Duration) -> [Effect] {
    statistics.rings += 1
    if isStopped { return [report(ring, .dropped(.stopping))] }
    if let leader = merge(ring, at: now) { return [report(ring, .merged(into: leader))] }
    let isFull = waitingCount(ring.priority) >= policy.waitingLimit
    if isFull, ring.priority != .critical {
      return [report(ring, .dropped(.queueFull))]
    }
    count += 1
    waiting.append(
      Waiting(
        number: count, ring: ring, due: now - ring.lateness, arrival: now, notBefore: now))
    return advance(to: now)
  }

  /// Starts sounds that may start at `now`, most important first, and drops those that are too
  /// late.
  mutating func advance(to now: Duration) -> [Effect] {
    var effects = dropLate(at: now)
    for priority in RingPriority.allCases.reversed() {
      guard opening(of: priority) <= now,
        let index = waiting.firstIndex(where: {
          $0.ring.priority == priority && $0.notBefore <= now
        }),
        let room = makeRoom(for: waiting[index].ring)
      else { continue }
      effects += room + [start(index, at: now)]
    }
    return effects
  }

  /// Takes the end of the sound `number`, of which `heard` was heard.
  mutating func end(
    _ number: Number, _ outcome: PlaybackOutcome, heard: Duration, at now: Duration
  ) -> [Effect] {
    guard let index = playing.firstIndex(where: { $0.waiting.number == number }) else { return [] }
    let ended = playing.remove(at: index)
    return settle(ended, outcome, heard, at: now) + advance(to: now)
  }

  /// Ends the sound of a notification that the user has dealt with, unless it speaks for others.
  mutating func silence(_ notification: NotificationKey, at now: Duration) -> [Effect] {
    var effects: [Effect] = []
    let isMeant = { (entry: Waiting) in
      entry.ring.notification == notification && entry.mergedCount == 0
    }
    for entry in waiting where isMeant(entry) {
      effects.append(report(entry.ring, .silenced(heard: .zero)))
    }
    waiting.removeAll(where: isMeant)
    for index in playing.indices where isMeant(playing[index].waiting) {
      guard playing[index].fade == nil else { continue }
      playing[index].fade = .silenced
      effects.append(.fade(playing[index].waiting.number, over: policy.preemptionFade))
    }
    return effects + advance(to: now)
  }

  /// Takes no more sounds, drops those that wait and fades those that play.
  mutating func stop() -> [Effect] {
    isStopped = true
    var effects = waiting.map { report($0.ring, .dropped(.stopping)) }
    waiting = []
    for index in playing.indices where playing[index].fade == nil {
      playing[index].fade = .stopped
      effects.append(.fade(playing[index].waiting.number, over: policy.stopFade))
    }
    return effects
  }

  /// The time at which `advance` has something to do without another event; nil if there is none.
  func nextTime(after now: Duration) -> Duration? {
    waiting.compactMap { entry in
      let ready = max(entry.notBefore, opening(of: entry.ring.priority))
      // A sound that is ready and has not started waits for a voice, until it is too late.
      return ready > now ? ready : lastChance(of: entry)
    }.filter { $0 > now }.min()
  }

  mutating func report(_ ring: Ring, _ outcome: RingOutcome) -> Effect {
    statistics.outcomes[outcome.code, default: 0] += 1
    return .report(ring, outcome)
  }
}
