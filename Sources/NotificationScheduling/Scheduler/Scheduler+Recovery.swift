import Foundation

/// A delivery that an earlier process has begun and not ended.
struct Interruption: Sendable {
  var attempt: Int
  var steps: Set<DeliveryStep> = []
  /// Of the last attempt.
  var begun = Date.distantPast
}

extension Scheduler {
  /// Interrupted deliveries begin so far apart: one that ends its process takes no others along.
  static let resumePause = Duration.milliseconds(100)

  /// Reads what the schedulers before this one have left in their logs: what has ended goes to the
  /// store, and what was begun comes again.
  func readLogs() {
    guard let folder = schedule.store.folder, let ownership else { return }
    for owner in ownership.logOwners { readLog(of: owner, in: folder) }
    schedule.store.writer.append(.interrupted(before: schedule.clock.now.wall, app: scope.app))
  }

  private func readLog(of owner: String, in folder: StoreFolder) {
    let applied = Ownership.applied(owner, schedule.store)
    let records = DeliveryLog.records(of: owner, in: folder, after: applied)
    // What is begun here stays known until it has ended, whatever is recorded first.
    let mark = DeliveryLog.mark(of: records)
    for record in records {
      let id = record.id
      switch record.kind {
      case .begun:
        // What an earlier attempt has brought stays brought.
        interrupted[id, default: Interruption(attempt: 0)].attempt = record.attempt
        interrupted[id]?.begun = Date(microseconds: record.date)
      case .presented: interrupted[id]?.steps.insert(.presented)
      case .heard: interrupted[id]?.steps.insert(.heard)
      case .delivered, .missed:
        let before = interrupted.removeValue(forKey: id)
        replay(
          record, before,
          position: LogPosition(
            key: DeliveryLog.key(of: owner), number: min(record.number, mark)))
      }
    }
  }

  /// Records an end that the store may not know; it does where the request is gone or further on.
  private func replay(_ record: LogRecord, _ before: Interruption?, position: LogPosition) {
    guard let waiting = try? schedule.store.waiting(record.id.request),
      let settlement = record.settlement(
        of: waiting, at: schedule.clock.now, timeZones: schedule.timeZones)
    else { return }
    let ended = settlement.waiting
    ledger.advance(ended, to: settlement.next)
    if let before, record.kind == .delivered {
      let key = DeliveryKey(app: ended.app, identifier: ended.identifier, date: before.begun)
      schedule.store.writer.append(.recalled(key, before.steps))
    }
    schedule.store.writer.append(.settled(settlement, record: position))
  }

  /// Takes over from apps that have stopped delivering their own.
  func look(forStopped owners: Set<String>) {
    guard !owners.isEmpty, let folder = schedule.store.folder else { return }
    for owner in owners { readLog(of: owner, in: folder) }
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

extension LogRecord {
  var isEnd: Bool { kind == .delivered || kind == .missed }

  /// The end that it tells of, for a request as the store has it.
  /// - Returns: nil where the request is further on.
  func settlement(
    of waiting: WaitingRequest, at moment: Moment, timeZones: any TimeZoneSource,
    isListed: Bool = true
  ) -> Settlement? {
    guard waiting.id.occurrence <= id.occurrence else { return nil }
    let date = Date(microseconds: date)
    var then = moment
    then.elapsed -= .seconds(max(0, then.wall.timeIntervalSince(date)))
    then.wall = min(date, then.wall)
    let trigger = try? waiting.body.decodedTrigger()
    let occurrences = trigger.flatMap {
      try? Occurrences(of: $0, since: waiting.due, at: then, timeZones: timeZones)
    }
    let outcome: Settlement.Outcome =
      kind == .delivered
      ? .delivered(at: date, isListed: isListed)
      : .missed(.failed, at: date, count: occurrences?.count ?? 1)
    let ended = WaitingRequest(
      id: id, app: waiting.app, identifier: waiting.identifier, due: waiting.due,
      body: waiting.body)
    return Settlement(ended, outcome, next: occurrences?.next)
  }
}
