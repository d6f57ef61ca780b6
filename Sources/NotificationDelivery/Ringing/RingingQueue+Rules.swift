import AlertPlayback
import LinuxProcess
import SoundResolution

extension RingingQueue {
  /// Merges `ring` into an equal sound, if there is one that may play for it.
  /// - Returns: the notification of that sound.
  mutating func merge(_ ring: Ring, at now: Duration) -> NotificationKey? {
    let waits = { (entry: Waiting) in
      entry.ring.priority == ring.priority
        && entry.ring.sound.fingerprint == ring.sound.fingerprint
    }
    if ring.priority == .critical {
      // It has a start of its own, within the limit of waiting sounds.
      guard waitingCount(.critical) >= policy.criticalWaitingLimit,
        let index = waiting.lastIndex(where: waits)
          ?? waiting.lastIndex(where: { $0.ring.priority == .critical })
      else { return nil }
      return join(ring, at: index)
    }
    if let start = lastStarts[ring.priority], start.fingerprint == ring.sound.fingerprint,
      now - start.time < policy.startInterval, countMerged(ring, into: start)
    {
      return start.notification
    }
    return waiting.firstIndex(where: waits).map { join(ring, at: $0) }
  }

  /// Merges another notification into a waiting sound.
  private mutating func join(_ ring: Ring, at index: Int) -> NotificationKey {
    waiting[index].mergedCount += 1
    waiting[index].ring.beginning.then { [ring] in ring.beginning.give($0) }
    return waiting[index].ring.notification
  }

  /// - Returns: false if the sound is being faded out, so that nothing can be merged into it.
  private mutating func countMerged(_ ring: Ring, into start: Start) -> Bool {
    if let index = playing.firstIndex(where: { $0.waiting.number == start.number }) {
      guard playing[index].fade == nil else { return false }
      playing[index].waiting.mergedCount += 1
      playing[index].waiting.ring.beginning.then { [ring] in ring.beginning.give($0) }
      return true
    }
    if let index = waiting.firstIndex(where: { $0.number == start.number }) {
      _ = join(ring, at: index)
      return true
    }
    // The sound is over because it was short; or it failed, and then nothing is merged into it.
    if start.wasHeard { ring.beginning.give(true) }
    return start.wasHeard
  }

  func waitingCount(_ priority: RingPriority) -> Int {
    waiting.count { $0.ring.priority == priority }
  }

  /// The time from which a sound of this priority may start.
  func opening(of priority: RingPriority) -> Duration {
    lastStarts[priority].map { $0.time + policy.startInterval } ?? .seconds(Int64.min / 2)
  }

  /// The time at which a waiting sound is dropped; nil for a critical one, which never is.
  func lastChance(of entry: Waiting) -> Duration? {
    if entry.ring.priority == .critical { return nil }
    // A sound that waits for a device fails when the tries are over.
    return entry.arrival + policy.grace + (entry.tries > 0 ? policy.deviceGrace : .zero)
  }

  mutating func dropLate(at now: Duration) -> [Effect] {
    let late = waiting.filter { entry in lastChance(of: entry).map { $0 <= now } ?? false }
    guard !late.isEmpty else { return [] }
    let numbers = Set(late.map(\.number))
    waiting.removeAll { numbers.contains($0.number) }
    return late.map { report($0.ring, .dropped(.late)) }
  }

  /// Finds a voice for `ring`, if necessary by ending the oldest of the least important sounds.
  /// - Returns: the necessary effects; nil if it has to wait.
  mutating func makeRoom(for ring: Ring) -> [Effect]? {
    let active = playing.indices.filter { playing[$0].fade == nil }
    if active.count < policy.voiceLimit { return [] }
    let victim = active.min { left, right in
      let (left, right) = (playing[left], playing[right])
      return (left.waiting.ring.priority, left.start) < (right.waiting.ring.priority, right.start)
    }
    guard let victim, playing[victim].waiting.ring.priority < ring.priority else { return nil }
    playing[victim].fade = .preempted(by: ring.notification)
    return [.fade(playing[victim].waiting.number, over: policy.preemptionFade)]
  }

  mutating func start(_ index: Int, at now: Duration) -> Effect {
    let entry = waiting.remove(at: index)
    let ring = entry.ring
    playing.append(Playing(waiting: entry, start: now))
    lastStarts[ring.priority] = Start(
      number: entry.number, time: now, fingerprint: ring.sound.fingerprint,
      notification: ring.notification)
    statistics.starts += 1
    return .start(entry.number, ring)
  }

  /// Reports an ended sound, or lets it wait for another try.
  mutating func settle(
    _ ended: Playing, _ outcome: PlaybackOutcome, _ heard: Duration, at now: Duration
  ) -> [Effect] {
    let entry = ended.waiting
    let result: RingOutcome
    switch (outcome, ended.fade) {
    case (.played, _):
      result = .played(mergedCount: entry.mergedCount, lateness: ended.start - entry.due)
    case (_, .preempted(let by)): result = .preempted(by: by, heard: heard)
    case (_, .silenced): result = .silenced(heard: heard)
    case (_, .stopped), (.cancelled, nil): result = .stopped(heard: heard)
    case (.failed(.source(let reason)), nil): result = .unplayable(reason)
    case (.failed(let error), nil):
      if let again = nextTry(entry, error, heard, at: now) {
        statistics.retries += 1
        let index = waiting.firstIndex { $0.number > entry.number } ?? waiting.endIndex
        waiting.insert(again, at: index)
        let isFirst = entry.tries == 0 && entry.ring.priority == .critical
        return isFirst ? [.warn(entry.ring, error)] : []
      }
      let tries = entry.tries + 1
      result = heard == .zero ? .noDevice(error, tries: tries) : .cutOff(error, heard: heard)
    }
    if heard > .zero, lastStarts[entry.ring.priority]?.number == entry.number {
      lastStarts[entry.ring.priority]?.wasHeard = true
    }
    return [report(entry.ring, result)]
  }

  /// The sound as it waits for its next try; nil if there is none.
  private func nextTry(
    _ entry: Waiting, _ error: PlaybackError, _ heard: Duration, at now: Duration
  ) -> Waiting? {
    // A device may come back in half a minute; a library does not.
    guard heard <= policy.restartLimit, error != .noLibrary else { return nil }
    let delays = policy.retryDelays
    guard let delay = entry.tries < delays.count ? delays[entry.tries] : delays.last,
      now + delay < entry.arrival + policy.deviceGrace
    else { return nil }
    var again = entry
    again.tries += 1
    again.notBefore = now + delay
    return again
  }
}
