import DeliveryLogging
import Foundation
import NotificationStorage
package import NotificationTypes
import SQLiteAccess
package import StoreSharing
import StoreTables

/// A notification from a server that waits for the service extension of its app, by a number that
/// no other one gets.
package struct WaitingForExtension: Sendable {
  package let number: Int64
  /// The number of times that the extension was started for it.
  package let attempts: Int
  /// The notification as the server has sent it; nil where it cannot be read.
  package let request: NotificationRequest?

  init(_ row: Row) {
    number = row.sequence
    attempts = Int(row.integer("attempts") ?? 0)
    request = row.value(NotificationRequest.self)
  }
}

extension NotificationStore {
  /// The apps with notifications that wait for their extensions; the one that has waited longest
  /// comes first.
  /// - Throws: `StoreError` where the database cannot be read.
  package func appsWaitingForExtensions() throws(StoreError) -> [String] {
    try read { database in
      try database.texts("SELECT app FROM remote_waiting GROUP BY app ORDER BY min(sequence)")
    }
  }

  /// The number of notifications that wait for extensions.
  /// - Throws: `StoreError` where the database cannot be read.
  package func countWaitingForExtensions() throws(StoreError) -> Int {
    try read { try $0.count("SELECT count(*) FROM remote_waiting") }
  }

  /// The notification of an app that has waited longest, and the number of those that wait.
  /// - Throws: `StoreError` where the database cannot be read.
  package func firstWaitingForExtension(
    of app: String
  ) throws(StoreError) -> (first: WaitingForExtension, count: Int)? {
    try read { database in
      let first = try database.row(
        "SELECT * FROM remote_waiting WHERE app = ? ORDER BY sequence LIMIT 1",
        [app])
      let count = try database.count("SELECT count(*) FROM remote_waiting WHERE app = ?", [app])
      return first.map { (WaitingForExtension($0), count) }
    }
  }

  /// Counts a start of the extension, before it is started.
  /// - Returns: false where the notification does not wait any more.
  /// - Throws: `StoreError` where it cannot be written: it is not to be started then.
  package func noteExtensionStart(_ number: Int64) throws(StoreError) -> Bool {
    try write { database in
      try database.execute(
        "UPDATE remote_waiting SET attempts = attempts + 1 WHERE sequence = ?",
        [number])
      return database.changesCount > 0
    }
  }

  /// Forgets a notification that cannot be read.
  /// - Throws: `StoreError` where it cannot be written: it stays then.
  package func forgetWaiting(_ number: Int64) throws(StoreError) {
    try write { _ = try Self.removeWaiting(number, in: $0) }
  }

  /// Makes a notification due that has waited for an extension, in one transaction.
  /// - Returns: false where it does not wait any more; nothing is changed then.
  fileprivate func release(
    _ number: Int64, as new: NewRequest
  ) throws(StoreError) -> Bool {
    let body: StoredBody
    do {
      body = try StoredBody(new.request)
    } catch {
      throw .other("the request cannot be encoded: \(error)")
    }
    return try write { database in
      guard try Self.removeWaiting(number, in: database) else { return false }
      _ = try new.add(body, .unlimited, to: database)
      return true
    }
  }

  private static func removeWaiting(_ number: Int64, in database: Database) throws -> Bool {
    try database.execute(
      "DELETE FROM remote_waiting WHERE sequence = ?", [number])
    return database.changesCount > 0
  }
}

extension NotificationSchedule {
  /// Makes a notification due that has waited for an extension.
  /// - Returns: false where a later one has replaced it.
  /// - Throws: `StoreError` where it cannot be written: it continues to wait then.
  package func release(
    _ number: Int64, as request: NotificationRequest
  ) throws(StoreError) -> Bool {
    let moment = clock.now
    let new = NewRequest(request: request, due: .now(moment), added: moment.wall)
    let isReleased = try store.release(number, as: new)
    if isReleased { wakeSchedulers() }
    return isReleased
  }
}
