import Foundation
import Logging
import NotificationScheduling
import Synchronization

/// Tells the log what was done about damage of the store, also by other processes: once in the life of
/// this one.
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
