import FoundationEssentials
import LinuxProcess
import NotificationStorage
import NotificationTypes
import Triggers

/// Corrects the dates in a store after changes of clocks and zones.
struct Upkeep: Sendable {
  let store: NotificationStore
  let timeZones: any TimeZoneSource
  let policy: LatePolicy
  let app: String?
  let moment: Moment
  /// Whether the clock was far ahead before, which means that it was wrong.
  let wentBack: Bool
  /// Whether the clock is fully believed. If not, no request is missed or moved to it.
  let isSure: Bool

  /// A store that cannot be written stays as it is; deliveries use what can be read.
  func run() {
    do {
      // First, because it is small and requests with time intervals need it.
      if isSure { try store.apply(.anchored(at: moment)) }
      let version = timeZones.version
      let hasNewRules = try store.read(.note(ClockNote.zones)) != version
      if hasNewRules || wentBack {
        try store.apply(
          .rescheduled { trigger, due in
            (hasNewRules ? followingZones(trigger, due) : nil)
              ?? (wentBack ? corrected(trigger, due) : nil)
          },
          .noted(ClockNote.zones, version))
      }
      guard isSure else {
        try store.apply(.noted(ClockNote.assumed, moment.wall.note))
        return
      }
      try store.apply(
        .noted(ClockNote.seen, moment.wall.note), .noted(ClockNote.assumed, ""),
        .expired(at: moment, grace: policy.grace, app: app))
    } catch {
      store.writer.report(error)
    }
  }

  /// The next date of a request that repeats, counted from now: the clock was far ahead when it was
  /// computed.
  private func corrected(_ trigger: CalendarTrigger, _ due: DueTime) -> DueTime? {
    guard trigger.repeats, let date = due.date, date > moment.wall else { return nil }
    return next(trigger, unless: due)
  }

  /// The new date of a request where the rules have changed: a time of day stays what it was on the
  /// clock of its zone. What is overdue stays due.
  private func followingZones(_ trigger: CalendarTrigger, _ due: DueTime) -> DueTime? {
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

  private func next(_ trigger: CalendarTrigger, unless known: DueTime) -> DueTime? {
    guard let zone = try? trigger.zone(from: timeZones),
      let match = trigger.nextMatch(after: moment.wall, in: zone)
    else { return nil }
    let due = DueTime(match)
    return due == known ? nil : due
  }
}
