import FoundationEssentials
import LinuxProcess
import NotificationTypes
package import Triggers

/// Changes that clocks, zones and places make.
extension StoreChange {
  /// Microseconds by which a date of an interval may differ from the clocks before it is written
  /// again.
  ///
  /// The kernel runs both clocks at one rate, also while the time is slewed (clock_gettime(2)), so
  /// they drift apart by nothing but the time between two readings; they differ when the wall clock
  /// is stepped, which ntpd does from 128 ms on (ntpd(8), `tinker step`). The date is an estimate for
  /// people, and for the next start of the machine: the elapsed clock decides.
  static let anchorTolerance: Int64 = 100_000

  static func anchor(at moment: Moment, _ database: Database) throws {
    // What is withdrawn while this runs has a date to come, too.
    try forgetWithdrawals(after: moment.wall + 60, in: database)
    let offset = moment.elapsed.microseconds - moment.wall.microseconds
    try database.execute(
      """
      UPDATE request SET elapsed = due + ?1, boot = ?2 WHERE clock = 1 AND boot IS NOT ?2
      """, [offset, moment.boot])
    try database.execute(
      """
      UPDATE request SET due = elapsed - ?1 WHERE clock = 1 AND abs(due - (elapsed - ?1)) > ?2
      """, [offset, anchorTolerance])
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
      let rows = try database.rows(
        """
        SELECT sequence, trigger, \(DueColumns.names) FROM request
        WHERE kind = ? AND sequence > ? ORDER BY sequence LIMIT ?
        """, [calendarKind, last, batchSize])
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
    let rows = try database.rows(
      "SELECT sequence, trigger FROM request WHERE clock = 2 AND app = ? AND region = ?",
      [crossing.app, crossing.region])
    // Who watches the position does not report it again.
    try database.execute(
      "UPDATE request SET side = ? WHERE clock = 2 AND app = ? AND region = ?",
      [RegionSide(after: crossing.direction).rawValue, crossing.app, crossing.region])
    var count = 0
    for row in rows {
      let trigger = try? JSONDecoder().decode(NotificationTrigger.self, from: row.blob("trigger"))
      guard case .region(let region)? = trigger, region.matches(crossing) else { continue }
      try set(.now(moment), of: row.sequence, database)
      count += 1
    }
    return count
  }

  package static func set(_ due: DueTime, of number: Int64, _ database: Database) throws {
    try database.execute(
      "UPDATE request SET \(DueColumns.assignments) WHERE sequence = ?",
      DueColumns(due).values + [number])
  }

  static func expire(
    at moment: Moment, _ grace: Duration, _ app: String?, _ database: Database
  ) throws -> Int {
    let condition = """
      repeats = 0 AND (?1 IS NULL OR app = ?1) AND
      (clock = 0 AND due < ?2 OR clock = 1 AND boot = ?3 AND elapsed < ?4)
      """
    let arguments: [any Bindable] = [
      app, moment.wall.microseconds - grace.microseconds, moment.boot,
      moment.elapsed.microseconds - grace.microseconds,
    ]
    try database.execute(
      """
      INSERT INTO missed (app, identifier, due, date, reason, count)
      SELECT app, identifier, due, ?5, 'tooLate', 1 FROM request WHERE \(condition)
      """, arguments + [moment.wall.microseconds])
    guard database.changesCount > 0 else { return 0 }
    try database.execute("DELETE FROM request WHERE \(condition)", arguments)
    return database.changesCount
  }
}

/// The keys of the notes that a scheduler keeps of clocks and zones.
package enum ClockNote {
  /// The version of the rules of zones by which the dates in the store were computed.
  package static let zones = "zones"
  /// The last date of a clock that was believed.
  package static let seen = "seen"
  /// The last date of a clock that was not fully believed; empty where it was.
  package static let assumed = "assumed"
}
