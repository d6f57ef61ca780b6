public import NotificationTypes

/// Deliveries that have begun and not ended, as read from a store's delivery logs. They are still
/// running, or their process has died and they come again.
public struct BegunDeliveries: Sendable {
  private var attempts: [String: [String: Int]] = [:]

  /// Reads the logs of all owners in the store's folder; a store in memory has none.
  public init(in store: NotificationStore) {
    guard let folder = store.folder else { return }
    for owner in DeliveryLog.owners(in: folder) {
      let applied = (try? store.read(.appliedRecord(of: owner))) ?? 0
      var begun: [DeliveryID: Int] = [:]
      for record in DeliveryLog.records(of: owner, in: folder, after: applied) {
        switch record.kind {
        case .begun: begun[record.id] = record.attempt
        case .presented, .heard, .soundEnded: break
        case .released:
          begun[record.id] = record.attemptsThatCount > 0 ? record.attemptsThatCount : nil
        case .delivered, .missed: begun[record.id] = nil
        }
      }
      for (id, count) in begun {
        guard let waiting = try? store.read(.waiting(id.request)), waiting.id == id else {
          continue
        }
        attempts[waiting.app, default: [:]][waiting.identifier] = count
      }
    }
  }

  /// The number of attempts at a request's delivery that has not ended; 0 where the request waits.
  public func attempts(of request: NotificationRequest) -> Int {
    attempts[request.app]?[request.identifier] ?? 0
  }
}
