public import Foundation
import GRDB
public import NotificationTypes

extension NotificationStore {
  public func settle(_ settlements: [Settlement]) throws(StoreError) {
    try writeSoon { database in
      for settlement in settlements { try Self.settle(settlement, in: database) }
    }
  }

  /// Makes a claimed request pending.
  static let releasing =
    "state = 0, owner = NULL, claim = NULL, claim_boot = NULL, claimed = NULL"

  private static func settle(_ settlement: Settlement, in database: Database) throws {
    let claim = settlement.claim
    switch settlement.outcome {
    case .delivered(let date, let next):
      let body = try claim.body.encoded()
      let statement = try database.cachedStatement(
        sql: """
          INSERT INTO delivered (app, identifier, content, trigger, due, date)
          VALUES (?, ?, ?, ?, ?, ?)
          """)
      try statement.execute(
        arguments: [
          claim.app, claim.identifier, body.content, body.trigger,
          claim.due.date?.microseconds, date.microseconds,
        ])
      try finish(claim, next, in: database)
    case .missed(let reason, let date, let count, let next):
      let statement = try database.cachedStatement(
        sql: """
          INSERT INTO missed (app, identifier, due, date, reason, count)
          VALUES (?, ?, ?, ?, ?, ?)
          """)
      try statement.execute(
        arguments: [
          claim.app, claim.identifier, claim.due.date?.microseconds, date.microseconds,
          reason.rawValue, count,
        ])
      try finish(claim, next, in: database)
    case .released:
      let statement = try database.cachedStatement(
        sql: """
          UPDATE request SET \(releasing), attempts = attempts - 1
          WHERE sequence = ? AND claim = ?
          """)
      try statement.execute(arguments: [claim.token.sequence, claim.token.number])
    }
  }

  /// Only the very request that the claim is about: not one that has taken its place, and one that
  /// was looked at without being claimed only if nobody has claimed or changed it since.
  private static func finish(
    _ claim: Claim, _ next: DueTime?, in database: Database
  ) throws {
    let held: String
    var key: [(any DatabaseValueConvertible)?] = [claim.token.sequence]
    if claim.isTaken {
      held = "sequence = ? AND claim = ?"
      key.append(claim.token.number)
    } else {
      held = "sequence = ? AND state = 0 AND app = ? AND identifier = ? AND due IS ?"
      key += [claim.app, claim.identifier, claim.due.date?.microseconds]
    }
    guard let next else {
      let statement = try database.cachedStatement(sql: "DELETE FROM request WHERE \(held)")
      try statement.execute(arguments: StatementArguments(key))
      return
    }
    let statement = try database.cachedStatement(
      sql: """
        UPDATE request SET \(releasing), attempts = 0, \(DueColumns.assignments) WHERE \(held)
        """)
    try statement.execute(arguments: StatementArguments(DueColumns(next).values + key))
  }

  // MARK: What became of them

  public func delivered(app: String?) throws(StoreError) -> [DeliveredNotification] {
    try read { database in
      try Row.fetchAll(
        database,
        sql: """
          SELECT delivered.app, delivered.identifier, content, trigger, due, delivered.date,
            \(DeliveryColumns.names)
          FROM delivered LEFT JOIN delivery
            ON delivery.app = delivered.app AND delivery.identifier = delivered.identifier
          WHERE ?1 IS NULL OR delivered.app = ?1 ORDER BY delivered.sequence DESC
          """,
        arguments: [app]
      ).compactMap { row in
        guard let request = try? row.request() else { return nil }
        return DeliveredNotification(
          request: request, dueDate: row.date("due"), date: row.date("date") ?? .distantPast,
          record: DeliveryColumns.record(row))
      }
    }
  }

  public func isDelivered(app: String, identifier: String) throws(StoreError) -> Bool {
    try read { database in
      let statement = try database.cachedStatement(
        sql: "SELECT 1 FROM delivered WHERE app = ? AND identifier = ?")
      return try Int.fetchOne(statement, arguments: [app, identifier]) != nil
    }
  }

  public func removeDelivered(
    app: String?, identifiers: [String]?
  ) throws(StoreError) -> Int {
    try write { database in
      _ = try Self.remove(from: "delivery", app, identifiers, in: database)
      return try Self.remove(from: "delivered", app, identifiers, in: database)
    }
  }

  public func missed(app: String?) throws(StoreError) -> [MissedNotification] {
    try read { database in
      try Row.fetchAll(
        database,
        sql: "SELECT * FROM missed WHERE ?1 IS NULL OR app = ?1 ORDER BY sequence DESC",
        arguments: [app]
      ).map { row in
        MissedNotification(
          app: row.text("app"), identifier: row.text("identifier"),
          dueDate: row.date("due"),
          date: row.date("date") ?? .distantPast,
          reason: .init(rawValue: row.text("reason")) ?? .failed,
          count: Int(row.integer("count") ?? 1))
      }
    }
  }

  public func prune(before date: Date) throws(StoreError) {
    try write { database in
      for table in ["delivered", "missed", "delivery"] {
        try database.execute(
          sql: "DELETE FROM \(table) WHERE date < ?", arguments: [date.microseconds])
      }
    }
  }
}
