import Foundation
import NotificationTypes

/// What clocks and zones do to the dates in a store.
struct Upkeep: Sendable {
  let store: NotificationStore
  let timeZones: any TimeZoneSource
  let policy: LatePolicy
  let app: String?
  let moment: Moment
  /// The clock was far ahead before: it was wrong.
  let wentBack: Bool

  /// A store that cannot be written stays as it is; deliveries go by what can be read.
  func run() {
    do {
      try store.reanchor(at: moment)
      try followZones()
      if wentBack { try correctRepeats() }
      try Scheduler.noteSeen(moment, in: store)
      _ = try store.expire(at: moment, grace: policy.grace, app: app)
    } catch {
      store.writer.report(error)
    }
  }

  /// The dates of requests that repeat, counted from now: the clock was far ahead when they were
  /// computed.
  private func correctRepeats() throws(StoreError) {
    _ = try store.reschedule { trigger, due in
      guard trigger.repeats, let date = due.date, date > moment.wall else { return nil }
      return next(trigger, unless: due)
    }
  }

  /// Gives requests new dates where the rules have changed: a time of day stays what it was on the
  /// clock of its zone. What is overdue stays due.
  private func followZones() throws(StoreError) {
    let version = timeZones.version
    guard try Scheduler.zones(in: store) != version else { return }
    _ = try store.reschedule { trigger, due in
      guard case .wall(let date, let local) = due, date > moment.wall else { return nil }
      if trigger.repeats { return next(trigger, unless: due) }
      guard let zone = try? trigger.zone(from: timeZones) else { return nil }
      let instant =
        switch zone.resolve(local) {
        case .instant(let instant), .gap(let instant, _): instant
        }
      let moved = DueTime(CalendarMatch(local: local, instant: instant))
      return moved == due ? nil : moved
    }
    try Scheduler.noteZones(version, in: store)
  }

  private func next(_ trigger: CalendarTrigger, unless known: DueTime) -> DueTime? {
    guard let zone = try? trigger.zone(from: timeZones),
      let match = trigger.nextMatch(after: moment.wall, in: zone)
    else { return nil }
    let due = DueTime(match)
    return due == known ? nil : due
  }
}
