import CLinux
import Foundation
import Glibc
import NotificationTypes

extension Scheduler {
  private static let zonesNote = "zones"
  private static let seenNote = "seen"
  /// A clock that goes back by less repeats no dates; by more, it was wrong before, and dates count
  /// by the right time.
  private static let greatestStepBack = 3 * 3_600.0
  /// A copy that is younger need not be made again.
  private static let backupAge = 3_600.0

  /// Brings the store up to now: what an earlier scheduler left, what changed while none ran.
  func takeStock() {
    do {
      let moment = schedule.clock.now
      clockOffset = offset(moment)
      try schedule.store.reanchor(at: moment)
      try recoverClaims(at: moment)
      try followZones(at: moment)
      if let seen = try schedule.store.note(Self.seenNote).flatMap(Double.init),
        seen - moment.wall.timeIntervalSince1970 > Self.greatestStepBack
      {
        try correctRepeats(at: moment)
      }
      try schedule.store.setNote(Self.seenNote, to: "\(moment.wall.timeIntervalSince1970)")
      _ = try schedule.store.expire(at: moment, grace: policy.grace, app: scope.app)
      try schedule.store.prune(before: moment.wall - policy.retention.timeInterval)
      backUp(at: moment)
    } catch {
      if !fail(error) { takeStock() }
    }
  }

  /// Claims of an owner that is dead become due again; those of one that lives are its own.
  private func recoverClaims(at moment: Moment) throws(StoreError) {
    hasForeignClaims = false
    for owner in try schedule.store.claimOwners() where owner != self.owner.text {
      guard isDead(owner, at: moment) else {
        hasForeignClaims = true
        continue
      }
      try settleDelivered(of: owner, at: moment)
      let recovery = try schedule.store.recoverClaims(
        of: owner, maximumAttempts: policy.maximumCrashes)
      try schedule.store.settle(
        recovery.exhausted.map { claim in
          let trigger = try? claim.body.decoded().trigger
          let occurrences = trigger.flatMap {
            try? Occurrences(
              of: $0, since: claim.due, at: moment, timeZones: schedule.timeZones)
          }
          return Settlement(
            claim: claim,
            outcome: .missed(
              .failed, at: moment.wall, count: occurrences?.count ?? 1, next: occurrences?.next))
        })
    }
  }

  /// Records what an owner has delivered and could not record before its end.
  private func settleDelivered(of owner: String, at moment: Moment) throws(StoreError) {
    guard let folder = schedule.store.folder,
      let lock = ClaimOwner(text: owner)?.lock
    else { return }
    let entries = DeliveryProgress.entries(at: folder.progress(of: lock))
    let dates = Dictionary(entries.map { ($0.token, $0.date) }) { $1 }
    let settlements = try schedule.store.claims(of: owner).compactMap { claim in
      dates[claim.token].map { date in
        var then = moment
        then.elapsed -= .seconds(max(0, moment.wall.timeIntervalSince(date)))
        then.wall = min(date, moment.wall)
        let trigger = try? claim.body.decoded().trigger
        let occurrences = trigger.flatMap {
          try? Occurrences(of: $0, since: claim.due, at: then, timeZones: schedule.timeZones)
        }
        return Settlement(
          claim: claim, outcome: .delivered(at: date, next: occurrences?.next))
      }
    }
    try schedule.store.settle(settlements)
  }

  private func isDead(_ text: String, at moment: Moment) -> Bool {
    guard text != owner.text else { return false }
    guard let other = ClaimOwner(text: text) else { return true }
    if other.lock == owner.lock {
      // This scheduler holds their lock: only somebody who has removed its file makes them both live.
      return !other.isOtherLivingProcess(boot: moment.boot)
    }
    guard let folder = schedule.store.folder else { return true }
    return !SchedulerLock.isAlive(other.lock, in: folder)
  }

  func handle(_ events: SchedulerEvents) {
    let moment = schedule.clock.now
    if events.contains(.changed) { onChange?() }
    do {
      // An app that delivers its own, or a daemon before, may have died in the meantime.
      if events.contains(.changed) || hasForeignClaims { try recoverClaims(at: moment) }
      if events.contains(.clockSet) { try followClock(at: moment) }
      if events.contains(.zonesChanged) {
        schedule.timeZones.reload()
        try followZones(at: moment)
      }
    } catch {
      if !fail(error) { handle(events) }
    }
  }

  // MARK: The clock

  private func offset(_ moment: Moment) -> Double {
    moment.wall.timeIntervalSince1970 - moment.elapsed.timeInterval
  }

  private func followClock(at moment: Moment) throws(StoreError) {
    let before = clockOffset ?? offset(moment)
    clockOffset = offset(moment)
    try schedule.store.reanchor(at: moment)
    if before - offset(moment) > Self.greatestStepBack { try correctRepeats(at: moment) }
    try schedule.store.setNote(Self.seenNote, to: "\(moment.wall.timeIntervalSince1970)")
    _ = try schedule.store.expire(at: moment, grace: policy.grace, app: scope.app)
  }

  /// The dates of requests that repeat, counted from now: the clock was far ahead when they were
  /// computed.
  private func correctRepeats(at moment: Moment) throws(StoreError) {
    _ = try schedule.store.reschedule { trigger, due in
      guard trigger.repeats, let date = due.date, date > moment.wall else { return nil }
      return next(trigger, after: moment, unless: due)
    }
  }

  // MARK: Zones

  /// Gives requests new dates where the rules have changed: a time of day stays what it was on the
  /// clock of its zone. What is overdue stays due.
  private func followZones(at moment: Moment) throws(StoreError) {
    let version = schedule.timeZones.version
    guard try schedule.store.note(Self.zonesNote) != version else { return }
    _ = try schedule.store.reschedule { trigger, due in
      guard case .wall(let date, let local) = due, date > moment.wall else { return nil }
      if trigger.repeats { return next(trigger, after: moment, unless: due) }
      guard let zone = try? trigger.zone(from: schedule.timeZones) else { return nil }
      let instant =
        switch zone.resolve(local) {
        case .instant(let instant), .gap(let instant, _): instant
        }
      let moved = DueTime(CalendarMatch(local: local, instant: instant))
      return moved == due ? nil : moved
    }
    try schedule.store.setNote(Self.zonesNote, to: version)
  }

  private func next(
    _ trigger: CalendarTrigger, after moment: Moment, unless known: DueTime
  ) -> DueTime? {
    guard let zone = try? trigger.zone(from: schedule.timeZones),
      let match = trigger.nextMatch(after: moment.wall, in: zone)
    else { return nil }
    let due = DueTime(match)
    return due == known ? nil : due
  }

  // MARK: The backup

  /// Once an hour at most, and only when the scheduler is awake anyway, behind what is due.
  func backUp(at moment: Moment) {
    let store = schedule.store
    guard let folder = store.folder, state != .stopped else { return }
    // One that failed, for the disk is full, is as costly as one that is made.
    if let last = lastBackup, moment.elapsed - last < .seconds(Self.backupAge) { return }
    var status = stat()
    if stat(folder.backup, &status) == 0 {
      let made = Date(timeIntervalSince1970: Double(status.st_mtim.tv_sec))
      if abs(moment.wall.timeIntervalSince(made)) < Self.backupAge { return }
    }
    lastBackup = moment.elapsed
    DispatchQueue(label: "tocsin.backup", qos: .utility).async { try? store.backUp() }
  }
}
