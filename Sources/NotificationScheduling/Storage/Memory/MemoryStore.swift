import Foundation
import NotificationTypes
import Synchronization

/// A store that lives as long as its process.
public final class MemoryStore: NotificationStore {
  let state = Mutex(MemoryState())

  public init() {}

  public func add(
    _ requests: [NewRequest], limit: PendingLimit
  ) throws(StoreError) -> [Addition] {
    state.withLock { state in requests.map { Self.add($0, limit, to: &state) } }
  }

  private static func add(
    _ new: NewRequest, _ limit: PendingLimit, to state: inout MemoryState
  ) -> Addition {
    let scheduled = ScheduledRequest(request: new.request, due: new.due, added: new.added)
    let key = MemoryState.Key(app: new.request.app, identifier: new.request.identifier)
    if let old = state.record(key) {
      state.remove(old.sequence)
      state.insert(scheduled)
      return .replaced
    }
    guard let count = limit.count, state.counts[key.app, default: 0] >= count else {
      state.insert(scheduled)
      return .added
    }
    guard let victim = victim(of: new, limit, in: state) else { return .refusedByLimit(count) }
    state.remove(victim.sequence)
    state.insert(scheduled)
    return .addedEvicting(victim.scheduled.request)
  }

  /// The request that makes room for a new one; nil where none does.
  private static func victim(
    of new: NewRequest, _ limit: PendingLimit, in state: MemoryState
  ) -> MemoryState.Record? {
    let pending = state.records(app: new.request.app).filter { $0.scheduled.state == .pending }
    switch limit {
    case .refuseNew, .unlimited: return nil
    case .keepLastAdded: return pending.min { $0.sequence < $1.sequence }
    case .keepSoonest:
      guard let latest = pending.last else { return nil }
      let bound = latest.scheduled.due.date?.microseconds ?? .max
      return (new.due.date?.microseconds ?? .max) < bound ? latest : nil
    }
  }

  public func removeRequests(
    app: String?, identifiers: [String]?
  ) throws(StoreError) -> Int {
    state.withLock { state in
      let wanted = identifiers.map(Set.init)
      let found = state.records.values.filter {
        (app == nil || $0.key.app == app) && wanted?.contains($0.key.identifier) != false
      }
      for record in found { state.remove(record.sequence) }
      return found.count
    }
  }

  public func requests(app: String?) throws(StoreError) -> [ScheduledRequest] {
    state.withLock { $0.records(app: app).map(\.scheduled) }
  }

  public func request(
    app: String, identifier: String
  ) throws(StoreError) -> ScheduledRequest? {
    state.withLock { $0.record(.init(app: app, identifier: identifier))?.scheduled }
  }

  public func note(_ key: String) throws(StoreError) -> String? {
    state.withLock { $0.notes[key] }
  }

  public func setNote(_ key: String, to value: String) throws(StoreError) {
    state.withLock { $0.notes[key] = value }
  }

  public func recover() throws(StoreError) {}
  public func backUp() throws(StoreError) {}
  public func releaseReserve() -> Bool { false }
}
