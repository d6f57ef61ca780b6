import Foundation
import GRDB
public import NotificationTypes

extension NotificationStore {
  /// Sets due times on the elapsed clock against `moment`: those of an earlier start of the machine
  /// by their estimated date, and the estimates of all others by the wall clock.
  /// - Throws: ``StoreError`` where the database cannot be written: all due times stay then.
  public func reanchor(at moment: Moment) throws(StoreError) {
    try write { database in
      let offset = moment.elapsed.microseconds - moment.wall.microseconds
      try database.execute(
        sql: """
          UPDATE request SET elapsed = due + ?1, boot = ?2 WHERE clock = 1 AND boot IS NOT ?2
          """, arguments: [offset, moment.boot])
      try database.execute(
        sql: "UPDATE request SET due = elapsed - ?1 WHERE clock = 1 AND due <> elapsed - ?1",
        arguments: [offset])
    }
  }

  /// The kind of requests with a calendar trigger, in the column `kind`.
  private static let calendarKind = 2
  private static let batchSize = 10_000

  /// Gives each pending request with a calendar trigger a new due time; nil leaves it as it is.
  /// - Returns: how many have a new one.
  /// - Throws: ``StoreError`` where the database cannot be written: all due times stay then.
  public func reschedule(
    _ newDue: (CalendarTrigger, DueTime) -> DueTime?
  ) throws(StoreError) -> Int {
    try write { database in
      var count = 0
      var last = Int64.min
      while true {
        let rows = try Row.fetchAll(
          database,
          sql: """
            SELECT sequence, trigger, \(DueColumns.names) FROM request
            WHERE kind = ? AND sequence > ? ORDER BY sequence LIMIT ?
            """, arguments: [Self.calendarKind, last, Self.batchSize])
        guard let end = rows.last else { return count }
        last = end.sequence
        for row in rows { count += try Self.reschedule(row, newDue, in: database) }
      }
    }
  }

  private static func reschedule(
    _ row: Row, _ newDue: (CalendarTrigger, DueTime) -> DueTime?, in database: Database
  ) throws -> Int {
    let trigger = try? JSONDecoder().decode(NotificationTrigger.self, from: row.blob("trigger"))
    guard case .calendar(let calendar)? = trigger, let due = newDue(calendar, DueColumns.time(row))
    else { return 0 }
    let statement = try database.cachedStatement(
      sql: "UPDATE request SET \(DueColumns.assignments) WHERE sequence = ?")
    try statement.execute(
      arguments: StatementArguments(DueColumns(due).values + [row.sequence]))
    return 1
  }

  /// Makes the requests of an app due that wait for this crossing.
  /// - Returns: how many.
  /// - Throws: ``StoreError`` where the database cannot be written: no request is due then.
  public func cross(
    _ crossing: RegionCrossing, at moment: Moment
  ) throws(StoreError) -> Int {
    try write { database in
      let rows = try Row.fetchAll(
        database,
        sql: "SELECT sequence, trigger FROM request WHERE clock = 2 AND app = ? AND region = ?",
        arguments: [crossing.app, crossing.region])
      var count = 0
      for row in rows {
        let trigger = try? JSONDecoder().decode(NotificationTrigger.self, from: row.blob("trigger"))
        guard case .region(let region)? = trigger, region.matches(crossing) else { continue }
        try database.execute(
          sql: "UPDATE request SET \(DueColumns.assignments) WHERE sequence = ?",
          arguments: StatementArguments(
            DueColumns(.now(moment)).values + [row.sequence]))
        count += 1
      }
      return count
    }
  }

  /// A note that outlives the process; nil where there is none.
  /// - Throws: ``StoreError`` where the database cannot be read.
  public func note(_ key: String) throws(StoreError) -> String? {
    let found: [String] = try look { database in
      try String.fetchAll(
        database, sql: "SELECT value FROM note WHERE key = ?", arguments: [key])
    }
    return found.first
  }

  /// Keeps a note in the place of the one with this key.
  /// - Throws: ``StoreError`` where the database cannot be written.
  public func setNote(_ key: String, to value: String) throws(StoreError) {
    try write { try Self.setNote(key, to: value, in: $0) }
  }

  static func setNote(_ key: String, to value: String, in database: Database) throws {
    let statement = try database.cachedStatement(
      sql: """
        INSERT INTO note (key, value) VALUES (?, ?)
        ON CONFLICT (key) DO UPDATE SET value = excluded.value
        """)
    try statement.execute(arguments: [key, value])
  }
}
