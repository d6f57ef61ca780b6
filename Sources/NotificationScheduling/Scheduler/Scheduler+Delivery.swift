import FoundationEssentials
import LinuxProcess
import NotificationStorage
import NotificationTypes
import Triggers

extension Scheduler {
  /// The number of requests in the first read of a round.
  static let leastRead = 64
  /// The maximum number of requests in one read, for a storm.
  private static let mostRead = 1_024
  /// The number of requests after which other work gets its turn on the scheduler's queue.
  private static let turn = 64
  /// The time between two looks at whether a time source has set the clock.
  private static let clockCheck = Duration.seconds(60)

  /// Begins everything that is due.
  func work() async throws {
    try checkOwnership()
    look(forStopped: ownership?.forgetStoppedApps() ?? [])
    for retry in ledger.takeRetries(until: schedule.clock.now.elapsed) {
      begin(retry.waiting, failures: retry.failures)
    }
    var count = 0
    while !isStopping, !Task.isCancelled {
      if window.needsReading, !read() { break }
      resume()
      let moment = schedule.clock.now
      guard let waiting = window.next(at: moment) else { break }
      if ownership?.leaves(waiting.app) == true { continue }
      if interrupted[waiting.id] != nil {
        resumed.append(waiting)
      } else {
        begin(waiting)
      }
      count += 1
      if count % Self.turn == 0 {
        try checkOwnership()
        await Task.yield()
      }
    }
    resume()
    readLimit = Self.leastRead
  }

  /// Reads what is due next.
  /// - Returns: false where the store cannot be read; what was read before stays valid.
  private func read() -> Bool {
    let moment = schedule.clock.now
    if let nextRead, nextRead > moment.elapsed { return false }
    var query = WaitingQuery(moment: moment, app: scope.app, limit: readLimit)
    query.trustsClock = trust.level > .none
    // What is too late is missed by the upkeep, all at once.
    query.oldest = trust.level < .full || upkeepCount > 0 ? policy.grace : nil
    query.since = policy.tolerance
    let resumed = Set(resumed.map(\.id))
    let look = ledger.look
    let isKnown = { (id: DeliveryID) in look.hasBegun(id) || resumed.contains(id) }
    do {
      let fresh = try schedule.store.read(.waiting(query, unless: isKnown))
      query.until = query.since
      query.since = nil
      let late = try schedule.store.read(.waiting(query, unless: isKnown))
      window = Window(
        fresh: fresh, late: late, upcoming: look.upcoming(besides: fresh + late), at: moment)
      // Another round reads more at once: there is a storm.
      readLimit = min(readLimit * 4, Self.mostRead)
      if nextRead != nil {
        nextRead = nil
        // A store that cannot be written reports itself when it can be again.
        if schedule.store.writer.failure == nil, isWhole { recovered() }
      }
      return true
    } catch {
      nextRead = moment.elapsed + .seconds(1)
      enter(.degraded(error))
      // Opens it again, and checks it.
      schedule.store.writer.perform { [store = schedule.store] in
        do throws(StoreError) {
          try store.recover()
        } catch .tooNew {
          store.writer.report(.tooNew)
        } catch {
          // It is tried again with the next read.
        }
      }
      return false
    }
  }

  // MARK: One delivery

  func begin(_ waiting: WaitingRequest, failures: Int = 0) {
    // Until this moment it could be cancelled. Where the database cannot be read, it waits.
    let stillWaits = try? schedule.store.read(.stillWaits(waiting.id.request))
    guard stillWaits ?? true else {
      endInterrupted(waiting.id)
      return ledger.remove(waiting.id.request)
    }
    let moment = schedule.clock.now
    guard let request = try? waiting.request() else {
      return miss(waiting, .unreadable, count: 1, next: nil)
    }
    // A zone that the database has lost gives no dates: the rule is tried again a day later.
    let occurrences: Occurrences?
    do {
      occurrences = try Occurrences(
        of: request.trigger, since: waiting.due, at: moment, timeZones: schedule.timeZones)
    } catch {
      occurrences = Occurrences(withoutZone: waiting.due, at: moment)
    }
    let due = occurrences?.latest ?? waiting.due
    let (count, next) = (occurrences?.count ?? 1, occurrences?.next)
    let lateness = due.lateness(at: moment) ?? .zero
    let isLate = lateness > policy.tolerance
    let before = interrupted[waiting.id]
    if lateness > policy.grace, occurrences == nil, !trust.isSure(of: due, at: moment) { return }
    if lateness > policy.grace || (isLate && occurrences != nil && policy.repeats == .skip) {
      return miss(waiting, .tooLate, count: count, next: next)
    }
    if let before, before.attempt >= policy.maximumCrashes {
      return miss(waiting, .failed, count: count, next: next)
    }
    let attempt = (before?.attempt ?? 0) + 1
    var steps = before?.steps ?? []
    let isHeardAgain = before.map { beginsSoundAgain($0, waiting.id) } ?? false
    if isHeardAgain { steps.remove(.heard) }
    let flight = Flight(
      waiting, next: next, count: count, attempt: attempt, failures: failures,
      reached: before.flatMap { $0.steps.isEmpty ? nil : $0.begun },
      log: ownership?.log, clock: schedule.clock, writer: schedule.store.writer)
    advance(waiting, to: next)
    flight.begin()
    call(
      DueNotification(
        request: request, dueDate: due.date ?? moment.wall, lateness: lateness,
        isLate: isLate || before != nil, attempt: attempt + failures, coalescedCount: count,
        steps: steps, earlier: before?.record,
        interruptions: isHeardAgain ? before?.interruptions ?? 0 : 0, flight: flight))
  }

  private func advance(_ waiting: WaitingRequest, to next: DueTime?) {
    ledger.advance(waiting, to: next)
    guard let next, next.date != nil else { return }
    window.insert(waiting.next(next), at: schedule.clock.now)
  }

  private nonisolated func call(_ due: DueNotification) {
    guard let flight = due.flight else { return }
    let id = flight.waiting.id
    ledger.begin(id)
    let task = Task(executorPreference: handlerExecutor) { [handler, self] in
      do {
        try await handler(due)
        settle(flight, delivered: true)
      } catch is CancellationError {
        flight.release()
        ledger.end(id)
      } catch {
        fail(flight)
      }
    }
    ledger.keep(task, for: id)
  }

  private nonisolated func settle(_ flight: Flight, delivered: Bool) {
    flight.end(delivered: delivered)
    ledger.end(flight.waiting.id)
    if flight.attempt > 1 { wake() }
  }

  private nonisolated func fail(_ flight: Flight) {
    let failures = flight.failures + 1
    guard failures < policy.maximumAttempts else { return settle(flight, delivered: false) }
    let delay = policy.retryDelay * failures
    ledger.end(
      flight.waiting.id,
      retry: Retry(
        waiting: flight.waiting, failures: failures,
        elapsed: schedule.clock.now.elapsed + delay))
    wake()
  }

  private nonisolated func wake() {
    Task(executorPreference: handlerExecutor) { await self.timer?.post(.due) }
  }

  private func miss(
    _ waiting: WaitingRequest, _ reason: MissedNotification.Reason, count: Int, next: DueTime?
  ) {
    advance(waiting, to: next)
    let date = schedule.clock.now.wall
    let settlement = Settlement(waiting, .missed(reason, at: date, count: count), next: next)
    schedule.store.writer.append(.settled(settlement, record: endInterrupted(waiting.id)))
  }

  /// Records that a delivery which an earlier process has begun does not come again.
  @discardableResult
  func endInterrupted(_ id: DeliveryID) -> LogPosition? {
    guard let before = interrupted.removeValue(forKey: id) else { return nil }
    let date = schedule.clock.now.wall
    schedule.store.writer.append(.interrupted(id, soundBeginsAgain: false))
    return ownership?.log?.append(.missed, id, attempt: before.attempt, at: date)
  }

  /// The next dates at which to look again.
  func nextWake() -> NextDue {
    let now = schedule.clock.now
    var next = window.nextDue(at: now)
    var others = [ledger.nextRetry, nextRead].compactMap(\.self)
    if let last = lastResumed, !resumed.isEmpty { others.append(last.elapsed + Self.resumePause) }
    if ownership?.busyApps.isEmpty == false { others.append(now.elapsed + .milliseconds(250)) }
    if !isWhole { others.append(now.elapsed + .seconds(1)) }
    if let limit = trust.limit { others.append(limit) }
    if trust.level < .full { others.append(now.elapsed + Self.clockCheck) }
    if let soonest = others.min() { next.elapsed = min(next.elapsed ?? soonest, soonest) }
    return next
  }
}
