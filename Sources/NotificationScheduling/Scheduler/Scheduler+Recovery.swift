import FoundationEssentials
import LinuxProcess
import NotificationStorage
import NotificationTypes
import Triggers

/// A delivery that an earlier process has begun and not ended.
struct Interruption: Sendable {
  /// The number of attempts that count.
  var attempt: Int
  var steps: Set<DeliveryStep> = []
  var outcomes = LoggedOutcomes()
  /// The date of the last attempt.
  var begun = Date.distantPast
  /// The number in its log of the record of an attempt that may have ended its process; nil where it
  /// was given back.
  var suspect: Int64?

  /// How often an attempt ended in the middle of its sound, before the last one.
  var earlierInterruptions = 0

  var isSoundCutOff: Bool { steps.contains(.heard) && outcomes.isPlaying }
  var interruptions: Int { earlierInterruptions + (isSoundCutOff ? 1 : 0) }

  var isAsNew: Bool { attempt == 0 && steps.isEmpty }

  /// What the user got; nil where nothing is known.
  var record: DeliveryRecord? {
    var record = outcomes.record(after: steps)
    if record?.sound == .begun { record?.sound = .interruptedSound }
    return record
  }

  /// An attempt does not count again if its process went on and ended another delivery: whatever ended
  /// the process, it was not this one alone, and one that waits for its turn must not be given up.
  func cleared(byEnd number: Int64) -> Self {
    guard let suspect, suspect < number else { return self }
    var cleared = self
    cleared.attempt = max(1, attempt - 1)
    return cleared
  }

  /// With what another log has about the delivery.
  mutating func add(_ other: Interruption?) {
    guard let other else { return }
    attempt = max(attempt, other.attempt)
    steps.formUnion(other.steps)
    if begun < other.begun { outcomes = other.outcomes }
    begun = max(begun, other.begun)
    earlierInterruptions = max(earlierInterruptions, other.earlierInterruptions)
  }
}

extension Scheduler {
  /// The pause between interrupted deliveries, so that one that ends its process takes no others
  /// with it.
  static let resumePause = Duration.milliseconds(100)

  /// Reads the logs of earlier schedulers. Deliveries that have ended go to the store; deliveries
  /// that have only begun come again.
  func readLogs() {
    guard let folder = schedule.store.folder, let ownership else { return }
    endUnfinished(
      ownership.logOwners.flatMap { readLog(of: $0, in: folder) },
      unless: { [busy = ownership.busyApps] in
        busy.contains(SchedulerLock.Scope.app($0).owner)
      })
  }

  /// - Returns: the deliveries that have ended, and whose sounds were cut off, as far as the store does
  ///   not have them.
  private func readLog(of owner: OwnerName, in folder: StoreFolder) -> [UnfinishedDelivery] {
    let applied = (try? schedule.store.read(.appliedRecord(of: owner))) ?? 0
    let records = DeliveryLog.records(of: owner, in: folder, after: applied)
    // No position exceeds this mark, so the log keeps each beginning until the delivery has ended.
    let mark = DeliveryLog.mark(of: records)
    // Of this log alone: what is released in one of two logs may have begun in the other one since.
    var begun: [DeliveryID: Interruption] = [:]
    var lastEnd: Int64 = 0
    var playing: [DeliveryID: UnfinishedDelivery] = [:]
    for record in records {
      let id = record.id
      begun[id]?.outcomes.add(record.outcomes)
      switch record.kind {
      case .begun:
        // The steps of earlier attempts are kept.
        let interruptions = begun[id]?.interruptions ?? 0
        begun[id]?.earlierInterruptions = interruptions
        begun[id, default: Interruption(attempt: 0)].attempt = record.attempt
        begun[id]?.suspect = record.number
        begun[id]?.begun = Date(microseconds: record.date)
        begun[id]?.steps.formUnion(record.steps)
        begun[id]?.outcomes.add(record.outcomes)
      case .presented: begun[id]?.steps.insert(.presented)
      case .heard: begun[id]?.steps.insert(.heard)
      case .released:
        begun[id]?.attempt = record.attemptsThatCount
        begun[id]?.suspect = nil
        if begun[id]?.isAsNew == true { begun[id] = nil }
      case .soundEnded:
        playing[id] = nil
        guard begun[id] == nil, let sound = record.outcomes.record(after: [])?.sound else {
          continue
        }
        schedule.store.writer.append(.soundEnded(id, sound))
      case .delivered, .missed:
        lastEnd = record.number
        var steps = record.steps
        for before in [interrupted.removeValue(forKey: id), begun.removeValue(forKey: id)] {
          steps.formUnion(before?.steps ?? [])
        }
        playing[id] = replay(
          record, steps,
          position: LogPosition(
            key: DeliveryLog.key(of: owner), number: min(record.number, mark), delivery: id))
      }
    }
    for (id, interruption) in begun {
      interrupted[id, default: Interruption(attempt: 0)].add(interruption.cleared(byEnd: lastEnd))
    }
    forgetCancelled()
    return Array(playing.values)
  }

  private enum Lookup {
    case waits(WaitingRequest)
    case gone, unreadable
  }

  private func lookUp(_ request: Int64) -> Lookup {
    do {
      return try schedule.store.read(.waiting(request)).map(Lookup.waits) ?? .gone
    } catch {
      return .unreadable
    }
  }

  /// Drops interrupted deliveries of requests that are gone, or wait for a later date.
  private func forgetCancelled() {
    for id in interrupted.keys {
      switch lookUp(id.request) {
      case .unreadable: continue
      case .waits(let waiting) where waiting.id.occurrence <= id.occurrence: continue
      case .waits, .gone:
        endInterrupted(id)
        ownership?.log?.forget(id)
      }
    }
  }

  /// Records an end that the store may not have. It has the end where the request is gone, or waits
  /// for a later date.
  /// - Returns: the delivery where its sound was cut off, and the store does not have it.
  private func replay(
    _ record: LogRecord, _ steps: Set<DeliveryStep>, position: LogPosition
  ) -> UnfinishedDelivery? {
    let settlement: Settlement?
    switch lookUp(record.id.request) {
    // The log keeps the end until the store can be read.
    case .unreadable: return nil
    case .gone: settlement = nil
    case .waits(let waiting):
      settlement = record.settlement(
        of: waiting, at: schedule.clock.now, timeZones: schedule.timeZones,
        as: record.outcomes.state, record: record.outcomes.record(after: steps))
    }
    guard let settlement else {
      ownership?.log?.forget(record.id)
      return nil
    }
    let ended = settlement.waiting
    ledger.advance(ended, to: settlement.next)
    schedule.store.writer.append(.settled(settlement, record: position))
    guard record.outcomes.isPlaying,
      case .delivered(let date, let state, let known?) = settlement.outcome
    else { return nil }
    return UnfinishedDelivery(ended, date: date, state: state, record: known)
  }

  // MARK: Sounds that were cut off

  /// Whether the sound of a delivery that has not ended begins again: not where the user has dealt with
  /// the notification meanwhile.
  func beginsSoundAgain(_ before: Interruption, _ id: DeliveryID) -> Bool {
    guard before.isSoundCutOff, !before.outcomes.state.isClosed else { return false }
    let isWithdrawn = try? schedule.store.read(.isWithdrawn(id.request, since: before.begun))
    return isWithdrawn != true
  }

  /// Ends what dead processes have left of deliveries that have ended: banners and sounds of whose ends
  /// nothing is known. A listed notification's sound begins again, within the grace; one that has ended
  /// its process as often as the policy allows does not.
  /// - Parameters:
  ///   - unwritten: those that the store may not have.
  ///   - isAlive: whether an app still delivers its own notifications.
  ///
  /// A sound may play for longer than its scheduler runs: that of an app's helper that a daemon replaces,
  /// and one of an earlier scheduler in this process.
  private func endUnfinished(
    _ unwritten: [UnfinishedDelivery], unless isAlive: @escaping @Sendable (String) -> Bool
  ) {
    let now = schedule.clock.now.wall
    let grace = policy.grace.timeInterval
    let begun = Set(interrupted.keys)
    schedule.store.writer.afterAll { [self] in
      let store = schedule.store
      let hasHelpers = scope == .everyApp
      let isPlayed = { (delivery: WaitingRequest) in
        if Flight.isSounding(delivery.id) { return true }
        guard hasHelpers, let folder = store.folder else { return false }
        return AppHelper.isThere(for: delivery.app, in: folder)
      }
      let written = (try? store.fetch(.unfinished(app: scope.app, before: now))) ?? []
      let known = Set(written.map(\.waiting.id))
      for delivery in written + unwritten.filter({ !known.contains($0.waiting.id) })
      where !begun.contains(delivery.waiting.id) && !isAlive(delivery.waiting.app)
        && !isPlayed(delivery.waiting)
      {
        let interruptions = (delivery.record.interruptions ?? 0) + 1
        let again =
          soundHandler != nil && delivery.record.sound == .begun && delivery.state == .open
          && abs(now.timeIntervalSince(delivery.date)) <= grace
          && interruptions < policy.maximumCrashes
        store.writer.append(.interrupted(delivery.waiting.id, soundBeginsAgain: again))
        guard again else { continue }
        Task(executorPreference: executor) { await self.beginSound(delivery, interruptions) }
      }
    }
  }

  private func beginSound(_ delivery: UnfinishedDelivery, _ interruptions: Int) {
    guard !isStopping, let soundHandler, let request = try? delivery.waiting.request() else {
      return
    }
    let id = delivery.waiting.id
    let flight = Flight(
      soundOf: delivery, log: ownership?.log, clock: schedule.clock,
      writer: schedule.store.writer)
    let due = DueNotification(
      soundOf: flight, request, interruptions: interruptions, at: schedule.clock.now)
    ledger.begin(id)
    let task = Task(executorPreference: handlerExecutor) { [ledger] in
      await soundHandler(due)
      ledger.end(id)
    }
    ledger.keep(task, for: id)
  }

  /// Takes over from apps that have stopped delivering their own.
  func look(forStopped owners: Set<OwnerName>) {
    guard !owners.isEmpty, let folder = schedule.store.folder else { return }
    endUnfinished(
      owners.flatMap { readLog(of: $0, in: folder) },
      unless: { !owners.contains(SchedulerLock.Scope.app($0).owner) })
    window.isStale = true
  }

  /// Begins the next of the interrupted deliveries, if it is its turn.
  func resume() {
    let now = schedule.clock.now.elapsed
    while let waiting = resumed.first, !isStopping {
      if let last = lastResumed, ledger.isInFlight(last.id),
        now < last.elapsed + Self.resumePause
      {
        return
      }
      resumed.removeFirst()
      lastResumed = (waiting.id, now)
      begin(waiting)
    }
  }
}
