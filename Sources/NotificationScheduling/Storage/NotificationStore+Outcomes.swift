public import Foundation
import GRDB
public import NotificationTypes

extension NotificationStore {
  /// Records how deliveries ended, now: for tests and for those who deliver without a scheduler.
  /// - Throws: ``StoreError`` where the database cannot be written: none of them is recorded then.
  public func settle(_ settlements: [Settlement]) throws(StoreError) {
    try write { database in
      for settlement in settlements { try Self.settle(settlement, in: database) }
    }
  }

  /// Only the very request that it is about leaves or moves on: not one that has taken its place,
  /// and not one of which a later date has ended.
  static func settle(_ settlement: Settlement, in database: Database) throws {
    let waiting = settlement.waiting
    let hasEnded = try finish(waiting.id, settlement.next, in: database)
    switch settlement.outcome {
    case .delivered(let date, let isListed):
      if isListed { try list(waiting, at: date, in: database) }
    case .missed(let reason, let date, let count):
      guard hasEnded else { return }
      let statement = try database.cachedStatement(
        sql: """
          INSERT INTO missed (app, identifier, due, date, reason, count)
          VALUES (?, ?, ?, ?, ?, ?)
          """)
      try statement.execute(
        arguments: [
          waiting.app, waiting.identifier, waiting.due.date?.microseconds, date.microseconds,
          reason.rawValue, count,
        ])
    }
  }

  /// Puts it into the list of what was delivered.
  static func list(_ waiting: WaitingRequest, at date: Date, in database: Database) throws {
    let statement = try database.cachedStatement(
      sql: """
        INSERT INTO delivered (app, identifier, content, trigger, due, date)
        VALUES (?, ?, ?, ?, ?, ?)
        """)
    try statement.execute(
      arguments: [
        waiting.app, waiting.identifier, waiting.body.content, waiting.body.trigger,
        waiting.due.date?.microseconds, date.microseconds,
      ])
  }

  /// A damaged count is read as 0.
  private static let ended = "iif(typeof(occurrence) = 'integer', occurrence, 0)"

  /// - Returns: whether the request was there.
  private static func finish(
    _ id: DeliveryID, _ next: DueTime?, in database: Database
  ) throws -> Bool {
    let key: [(any DatabaseValueConvertible)?] = [id.request, id.occurrence]
    guard let next else {
      let statement = try database.cachedStatement(
        sql: "DELETE FROM request WHERE sequence = ? AND \(Self.ended) <= ?")
      try statement.execute(arguments: StatementArguments(key))
      return database.changesCount > 0
    }
    let statement = try database.cachedStatement(
      sql: """
        UPDATE request SET \(DueColumns.assignments), occurrence = ?
        WHERE sequence = ? AND \(Self.ended) <= ?
        """)
    try statement.execute(
      arguments: StatementArguments(DueColumns(next).values + [id.occurrence + 1] + key))
    return database.changesCount > 0
  }

  /// Marks requests that do not repeat as missed, if they are due longer ago than `grace`.
  /// - Returns: how many.
  /// - Throws: ``StoreError`` where the database cannot be written: no request is marked then.
  public func expire(
    at moment: Moment, grace: Duration, app: String?
  ) throws(StoreError) -> Int {
    let condition = """
      repeats = 0 AND (:app IS NULL OR app = :app) AND
      (clock = 0 AND due < :due OR clock = 1 AND boot = :boot AND elapsed < :elapsed)
      """
    let arguments: StatementArguments = [
      "due": moment.wall.microseconds - grace.microseconds, "boot": moment.boot,
      "elapsed": moment.elapsed.microseconds - grace.microseconds, "app": app,
    ]
    return try write { database in
      try database.execute(
        sql: """
          INSERT INTO missed (app, identifier, due, date, reason, count)
          SELECT app, identifier, due, :date, 'tooLate', 1 FROM request WHERE \(condition)
          """, arguments: arguments + ["date": moment.wall.microseconds])
      guard database.changesCount > 0 else { return 0 }
      try database.execute(sql: "DELETE FROM request WHERE \(condition)", arguments: arguments)
      return database.changesCount
    }
  }

  // MARK: What became of them

  /// The delivered notifications, newest first.
  /// - Throws: ``StoreError`` where the database cannot be read.
  public func delivered(app: String?) throws(StoreError) -> [DeliveredNotification] {
    try read { database in
      try Row.fetchAll(
        database, sql: Self.deliveredRows(where: app == nil ? "1" : "delivered.app = :app"),
        arguments: app.map { ["app": $0] } ?? [:]
      ).compactMap(Self.delivered)
    }
  }

  /// The delivered notification with this identifier; nil where there is none, or the user has
  /// dealt with it.
  /// - Throws: ``StoreError`` where the database cannot be read.
  public func delivered(
    app: String, identifier: String
  ) throws(StoreError) -> DeliveredNotification? {
    let found: [DeliveredNotification] = try look { database in
      try Row.fetchAll(
        database,
        sql: Self.deliveredRows(
          where: "delivered.app = :app AND delivered.identifier = :identifier"),
        arguments: ["app": app, "identifier": identifier]
      ).compactMap(Self.delivered)
    }
    return found.first
  }

  /// Whether it was delivered, and nobody has dealt with it.
  /// - Throws: ``StoreError`` where the database cannot be read.
  public func isDelivered(app: String, identifier: String) throws(StoreError) -> Bool {
    try look { database in
      let statement = try database.cachedStatement(
        sql: "SELECT 1 FROM delivered WHERE app = ? AND identifier = ?")
      return try Int.fetchOne(statement, arguments: [app, identifier]) != nil
    }
  }

  static func deliveredRows(where condition: String) -> String {
    """
    SELECT delivered.sequence, delivered.app, delivered.identifier, content, trigger, due,
      delivered.date, \(DeliveryColumns.names)
    FROM delivered LEFT JOIN delivery
      ON delivery.app = delivered.app AND delivery.identifier = delivered.identifier
    WHERE \(condition) ORDER BY delivered.sequence DESC
    """
  }

  static func delivered(_ row: Row) -> DeliveredNotification? {
    guard let request = try? row.request() else { return nil }
    return DeliveredNotification(
      request: request, dueDate: row.date("due"), date: row.date("date") ?? .distantPast,
      record: DeliveryColumns.record(row))
  }

  /// Takes delivered notifications off the list. Nil are all of the app, and an app of nil is every
  /// app.
  /// - Returns: how many there were.
  /// - Throws: ``StoreError`` where the database cannot be written: the list stays as it is then.
  public func removeDelivered(
    app: String?, identifiers: [String]?
  ) throws(StoreError) -> Int {
    try write { database in
      _ = try Self.remove(from: "delivery", app, identifiers, in: database)
      return try Self.remove(from: "delivered", app, identifiers, in: database)
    }
  }

  /// The missed notifications, newest first.
  /// - Throws: ``StoreError`` where the database cannot be read.
  public func missed(app: String?) throws(StoreError) -> [MissedNotification] {
    try read { database in
      try Row.fetchAll(
        database,
        sql: "SELECT * FROM missed WHERE ?1 IS NULL OR app = ?1 ORDER BY sequence DESC",
        arguments: [app]
      ).map(Self.missed)
    }
  }

  static func missed(_ row: Row) -> MissedNotification {
    MissedNotification(
      app: row.text("app"), identifier: row.text("identifier"), dueDate: row.date("due"),
      date: row.date("date") ?? .distantPast,
      reason: .init(rawValue: row.text("reason")) ?? .failed,
      count: Int(row.integer("count") ?? 1))
  }

  /// Forgets what was delivered or missed before `date`, and gives its room on the disk back.
  /// - Throws: ``StoreError`` where the database cannot be written.
  public func prune(before date: Date) throws(StoreError) {
    try write { database in
      for table in ["delivered", "missed", "delivery"] {
        try database.execute(
          sql: "DELETE FROM \(table) WHERE date < ?", arguments: [date.microseconds])
      }
      try Self.forgetRecoveries(before: date, in: database)
    }
    try shrink()
  }
}
