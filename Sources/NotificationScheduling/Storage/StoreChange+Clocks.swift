import Foundation
import GRDB
import NotificationTypes

/// Changes that clocks, zones and places make.
extension StoreChange {
  static func anchor(at moment: Moment, _ database: Database) throws {
    let offset = moment.elapsed.microseconds - moment.wall.microseconds
    try database.execute(
      sql: """
        UPDATE request SET elapsed = due + ?1, boot = ?2 WHERE clock = 1 AND boot IS NOT ?2
        """, arguments: [offset, moment.boot])
    try database.execute(
      sql: "UPDATE request SET due = elapsed - ?1 WHERE clock = 1 AND due <> elapsed - ?1",
      arguments: [offset])
  }

  /// The kind of requests with a calendar trigger, in the column `kind`.
  private static let calendarKind = 2
  private static let batchSize = 10_000

  static func reschedule(
    _ newDue: (CalendarTrigger, DueTime) -> DueTime?, _ database: Database
  ) throws -> Int {
    var count = 0
    var last = Int64.min
    while true {
      let rows = try Row.fetchAll(
        database,
        sql: """
          SELECT sequence, trigger, \(DueColumns.names) FROM request
          WHERE kind = ? AND sequence > ? ORDER BY sequence LIMIT ?
          """, arguments: [calendarKind, last, batchSize])
      guard let end = rows.last else { return count }
      last = end.sequence
      for row in rows {
        let trigger = try? JSONDecoder().decode(
          NotificationTrigger.self, from: row.blob("trigger"))
        guard case .calendar(let calendar)? = trigger,
          let due = newDue(calendar, DueColumns.time(row))
        else { continue }
        try set(due, of: row.sequence, database)
        count += 1
      }
    }
  }

  static func cross(
    _ crossing: RegionCrossing, at moment: Moment, _ database: Database
  ) throws -> Int {
    let rows = try Row.fetchAll(
      database,
      sql: "SELECT sequence, trigger FROM request WHERE clock = 2 AND app = ? AND region = ?",
      arguments: [crossing.app, crossing.region])
    // Who watches the position does not report it again.
    try database.execute(
      sql: "UPDATE request SET side = ? WHERE clock = 2 AND app = ? AND region = ?",
      arguments: [RegionSide(after: crossing.direction).rawValue, crossing.app, crossing.region])
    var count = 0
    for row in rows {
      let trigger = try? JSONDecoder().decode(NotificationTrigger.self, from: row.blob("trigger"))
      guard case .region(let region)? = trigger, region.matches(crossing) else { continue }
      try set(.now(moment), of: row.sequence, database)
      count += 1
    }
    return count
  }

  static func set(_ due: DueTime, of number: Int64, _ database: Database) throws {
    let statement = try database.cachedStatement(
      sql: "UPDATE request SET \(DueColumns.assignments) WHERE sequence = ?")
    try statement.execute(arguments: StatementArguments(DueColumns(due).values + [number]))
  }

  static func expire(
    at moment: Moment, _ grace: Duration, _ app: String?, _ database: Database
  ) throws -> Int {
    let condition = """
      repeats = 0 AND (:app IS NULL OR app = :app) AND
      (clock = 0 AND due < :due OR clock = 1 AND boot = :boot AND elapsed < :elapsed)
      """
    let arguments: StatementArguments = [
      "due": moment.wall.microseconds - grace.microseconds, "boot": moment.boot,
      "elapsed": moment.elapsed.microseconds - grace.microseconds, "app": app,
    ]
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
