import Foundation
import GRDB
public import NotificationTypes

extension NotificationStore {
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
            WHERE kind = ? AND state = 0 AND sequence > ? ORDER BY sequence LIMIT ?
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

  public func cross(
    _ crossing: RegionCrossing, at moment: Moment
  ) throws(StoreError) -> Int {
    try write { database in
      let rows = try Row.fetchAll(
        database,
        sql: "SELECT sequence, trigger FROM request WHERE state = 0 AND clock = 2 AND region = ?",
        arguments: [crossing.region])
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

  public func note(_ key: String) throws(StoreError) -> String? {
    let found: [String] = try read { database in
      try String.fetchAll(
        database, sql: "SELECT value FROM note WHERE key = ?", arguments: [key])
    }
    return found.first
  }

  public func setNote(_ key: String, to value: String) throws(StoreError) {
    try write { database in
      try database.execute(
        sql: """
          INSERT INTO note (key, value) VALUES (?, ?)
          ON CONFLICT (key) DO UPDATE SET value = excluded.value
          """, arguments: [key, value])
    }
  }
}
