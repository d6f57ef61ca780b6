import Foundation

extension Scheduler {
  /// Records how a claim ended; in a store that cannot be written, when it is back.
  func record(_ settlement: Settlement) {
    if case .degraded = state {
      unrecorded.append(settlement)
      return
    }
    do {
      try schedule.store.settle([settlement])
    } catch {
      if !fail(error), (try? schedule.store.settle([settlement])) != nil { return }
      unrecorded.append(settlement)
      enterDegraded(error)
    }
  }

  /// Meets an error of the store: makes room where there is none, else works without writing.
  /// - Returns: false where it is worth to try again at once.
  func fail(_ error: StoreError) -> Bool {
    if error == .full, schedule.store.releaseReserve() { return false }
    enterDegraded(error)
    return true
  }

  private func enterDegraded(_ error: StoreError) {
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
