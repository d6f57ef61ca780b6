import Foundation
import Logging
import NotificationStorage
import Synchronization

/// Logs repairs of the store's damage, also those by other processes: each once in the life of this
/// process.
final class DamageLog: Sendable {
  private let store: NotificationStore
  private let log: Logger
  private let told = Mutex<Set<Date>>([])

  init(_ store: NotificationStore, log: Logger) {
    self.store = store
    self.log = log
  }

  func look() {
    for recovery in (try? store.fetch(.recoveries)) ?? []
    where told.withLock({ $0.insert(recovery.date).inserted }) {
      log.error("\(recovery)")
    }
  }
}
