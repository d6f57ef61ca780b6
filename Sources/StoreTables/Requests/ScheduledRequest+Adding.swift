import ClocksAndQueues
import TriggerDates
package import DeliveryLogging
import Foundation
import NotificationTypes
package import SQLiteAccess

extension ScheduledRequest {
  /// Replaces the request with its identifier, or adds it within the limit.
  package func add(
    _ body: StoredBody, _ limit: PendingLimit, to database: Database
  ) throws -> Addition {
    try database.execute(
      "DELETE FROM request WHERE app = ? AND identifier = ?", [request.app, request.identifier])
    let isReplacement = database.changesCount > 0
    var evicted: NotificationRequest?
    if !isReplacement, !request.trigger.isAtOnce, let count = limit.count,
      try hasReached(count, in: database)
    {
      guard let victim = try victim(limit, in: database) else { return .refusedByLimit(count) }
      evicted = victim
    }
    try insert(body, into: database)
    return evicted.map(Addition.addedEvicting) ?? (isReplacement ? .replaced : .added)
  }

  private func insert(_ body: StoredBody, into database: Database) throws {
    let values: [any Bindable] = [
      try Self.newNumber(in: database), request.app, request.identifier, body.content,
      body.trigger, request.trigger.kind, request.trigger.repeats, added.microseconds,
    ]
    try database.execute(
      """
      INSERT INTO request (
        sequence, app, identifier, content, trigger, kind, repeats, added, \(DueColumns.names))
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """, values + DueColumns(due).values)
  }

  /// A number that no other request gets. Later requests have greater numbers. A part is random, so
  /// that a number that was lost with a damaged database is not given again.
  private static func newNumber(in database: Database) throws -> Int64 {
    let last = try database.integer("SELECT max(sequence) FROM request") ?? 0
    let now = max(0, Date().microseconds) & 0x000F_FFFF_FFFF_FFFF
    let base = last < Int64.max / 2 + Int64.max / 4 ? max(last, now << 10) : 0
    return base + .random(in: 1..<1_024)
  }

  /// The condition of the requests that count: what is due at once leaves the store by itself.
  private static let counts = "kind NOT IN (0, 4)"

  private func hasReached(_ limit: Int, in database: Database) throws -> Bool {
    // The number of all requests is at hand; who has fewer is spared the counting.
    guard try StoreCounts.pending(app: request.app, in: database) >= limit else { return false }
    let count = try database.count(
      """
      SELECT count(*) FROM (
        SELECT 1 FROM request WHERE app = ? AND \(Self.counts) LIMIT ?)
      """, [request.app, limit])
    return count >= limit
  }

  /// Removes the request that makes room for a new one, and lists it as missed; nil where none does.
  private func victim(
    _ limit: PendingLimit, in database: Database
  ) throws -> NotificationRequest? {
    let order: String
    switch limit {
    case .refuseNew, .unlimited: return nil
    case .keepLastAdded: order = "sequence"
    case .keepSoonest: order = "due IS NULL DESC, due DESC, sequence DESC"
    }
    let row = try database.row(
      """
      SELECT sequence, app, identifier, content, trigger, due FROM request
      WHERE app = ? AND \(Self.counts) ORDER BY \(order) LIMIT 1
      """, [request.app])
    guard let row else { return nil }
    if case .keepSoonest = limit {
      let bound = row.integer("due") ?? .max
      guard (due.date?.microseconds ?? .max) < bound else { return nil }
    }
    let victim = try row.request()
    try database.execute(
      """
      INSERT INTO missed (app, identifier, due, date, reason, count)
      SELECT app, identifier, due, ?, ?, 1 FROM request WHERE sequence = ?
      """,
      [added.microseconds, MissedNotification.Reason.limit.rawValue, row.sequence])
    try database.execute("DELETE FROM request WHERE sequence = ?", [row.sequence])
    return victim
  }
}

extension NotificationTrigger {
  /// Whether a request is due when it is added.
  fileprivate var isAtOnce: Bool {
    switch self {
    case .immediate, .push: true
    case .timeInterval, .calendar, .region: false
    }
  }

  /// The column `kind`, by which requests of a kind are found.
  package var kind: Int {
    switch self {
    case .immediate: 0
    case .timeInterval: 1
    case .calendar: 2
    case .region: 3
    case .push: 4
    }
  }
}
