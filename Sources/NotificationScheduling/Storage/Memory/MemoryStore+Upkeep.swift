public import Foundation
public import NotificationTypes
import Synchronization

extension MemoryStore {
  public func reanchor(at moment: Moment) throws(StoreError) {
    state.withLock { state in
      for record in state.records.values {
        guard case .elapsed(let elapsed, let boot, let estimate) = record.scheduled.due else {
          continue
        }
        let due: DueTime =
          boot == moment.boot
          ? .elapsed(
            elapsed, boot: boot,
            estimate: moment.wall + (elapsed - moment.elapsed).timeInterval)
          : .elapsed(
            moment.elapsed + .seconds(estimate.timeIntervalSince(moment.wall)),
            boot: moment.boot, estimate: estimate)
        state.update(record.sequence) { $0.scheduled.due = due }
      }
    }
  }

  public func reschedule(
    _ newDue: (CalendarTrigger, DueTime) -> DueTime?
  ) throws(StoreError) -> Int {
    state.withLock { state in
      var count = 0
      for record in state.records.values where record.scheduled.state == .pending {
        guard case .calendar(let trigger) = record.scheduled.request.trigger,
          let due = newDue(trigger, record.scheduled.due)
        else { continue }
        state.update(record.sequence) { $0.scheduled.due = due }
        count += 1
      }
      return count
    }
  }

  public func cross(
    _ crossing: RegionCrossing, at moment: Moment
  ) throws(StoreError) -> Int {
    state.withLock { state in
      var count = 0
      for record in state.records.values where record.scheduled.state == .pending {
        guard case .region(let trigger) = record.scheduled.request.trigger,
          case .crossing = record.scheduled.due, trigger.matches(crossing)
        else { continue }
        state.update(record.sequence) { $0.scheduled.due = .now(moment) }
        count += 1
      }
      return count
    }
  }

  public func delivered(app: String?) throws(StoreError) -> [DeliveredNotification] {
    state.withLock { state in
      state.delivered.filter { app == nil || $0.request.app == app }.map { item in
        var item = item
        let key = MemoryState.Key(app: item.request.app, identifier: item.request.identifier)
        item.record = state.deliveryNotes[key]?.record
        return item
      }
    }
  }

  public func removeDelivered(
    app: String?, identifiers: [String]?
  ) throws(StoreError) -> Int {
    state.withLock { state in
      state.deliveryNotes = state.deliveryNotes.filter { key, _ in
        !((app == nil || key.app == app) && identifiers?.contains(key.identifier) != false)
      }
      return state.removeDelivered {
        (app == nil || $0.request.app == app)
          && identifiers?.contains($0.request.identifier) != false
      }
    }
  }

  public func missed(app: String?) throws(StoreError) -> [MissedNotification] {
    state.withLock { $0.missed.reversed().filter { app == nil || $0.app == app } }
  }

  public func prune(before date: Date) throws(StoreError) {
    state.withLock { state in
      _ = state.removeDelivered { $0.date < date }
      state.missed.removeAll { $0.date < date }
      state.deliveryNotes = state.deliveryNotes.filter { $0.value.date >= date }
    }
  }
}
