import Foundation

extension Scheduler {
  /// So many deliveries may be ahead of the store.
  private static let greatestLead = DeliveryProgress.capacity / 4

  /// Records how a claim ended; in a store that cannot be written, when it is back.
  ///
  /// When this returns, the end of the process does not take it: it is in the store, or in the file
  /// of the progress and on its way there.
  func record(_ settlement: Settlement) {
    if case .degraded = state {
      unrecorded.append(settlement)
      return
    }
    let isNoted = note(settlement)
    let lead = recorder.append(settlement)
    if !isNoted || lead > Self.greatestLead || recorder.hasFailed { flushRecords() }
  }

  /// A claim that ended without a delivery ends the same way when it is looked at again.
  private func note(_ settlement: Settlement) -> Bool {
    guard case .delivered(let date, _) = settlement.outcome else { return true }
    guard let progress else { return false }
    deliveryCount += 1
    return progress.note(
      .init(token: settlement.claim.token, date: date), number: deliveryCount)
  }

  /// Returns when the store has what was recorded; where it fails, it gets it when it is back.
  func flushRecords() {
    recorder.flush()
    guard let (error, settlements) = recorder.takeFailure() else { return }
    if !fail(error), (try? schedule.store.settle(settlements)) != nil { return }
    unrecorded += settlements
    enterDegraded(error)
  }

  /// Meets an error of the store: makes room where there is none, else works without writing.
  /// - Returns: false where it is worth to try again at once.
  func fail(_ error: StoreError) -> Bool {
    if error == .full, schedule.store.releaseReserve() { return false }
    enterDegraded(error)
    return true
  }

  private func enterDegraded(_ error: StoreError) {
    recorder.flush()
    if let failure = recorder.takeFailure() { unrecorded += failure.settlements }
    enter(.degraded(error))
    if recovery.nextAttempt == nil { recovery.postpone(from: schedule.clock.now.elapsed) }
  }

  /// Tries a store that failed again, when it is time: it is opened anew and checked, for what a
  /// disk says behind an error cannot be believed.
  func recoverStore(isForced: Bool = false) {
    guard case .degraded = state else { return }
    let now = schedule.clock.now.elapsed
    guard isForced || recovery.nextAttempt.map({ $0 <= now }) ?? true else { return }
    do {
      try schedule.store.recover()
      try schedule.store.settle(unrecorded)
      unrecorded = []
      recovery.succeed()
      enter(.running)
      takeStock()
    } catch {
      enter(.degraded(error))
      recovery.postpone(from: now)
    }
  }

  /// When to look again.
  func nextWake() -> NextDue {
    let now = schedule.clock.now
    var next = NextDue()
    do {
      next = try schedule.store.nextDue(app: scope.app)
    } catch {
      _ = fail(error)
    }
    var others = retries.map(\.elapsed)
    if hasForeignClaims { others.append(now.elapsed + .seconds(1)) }
    if case .degraded = state {
      others.append(recovery.nextAttempt ?? now.elapsed + .seconds(1))
      // What was delivered and not recorded is still first in the store: once a second is enough.
      if next.wall.map({ $0 <= now.wall }) == true
        || next.elapsed.map({ $0 <= now.elapsed }) == true
      {
        next = NextDue()
        others.append(now.elapsed + .seconds(1))
      }
    } else if state == .starting {
      enter(.running)
    }
    if let soonest = others.min() { next.elapsed = min(next.elapsed ?? soonest, soonest) }
    return next
  }
}
