import FoundationEssentials
import LinuxProcess

/// Removals that come between a banner and the record of its delivery. The notification is not in the
/// list yet, so there is nothing to delete: a note with the request's number keeps it out.
extension StoreChange {
  private static let prefix = "withdrawn "

  /// Notes that the requests that are due are withdrawn.
  static func withdraw(
    _ app: String?, _ identifiers: [String]?, at date: Date, in database: Database
  ) throws {
    for identifier in identifiers.map({ $0.map(Optional.some) }) ?? [nil] {
      var filter = StoreFilter("request", app: app, identifier: identifier)
      filter.add("due <= ?", date.microseconds)
      try database.execute(
        """
        INSERT OR REPLACE INTO note (key, value)
        SELECT ? || sequence, ? FROM request\(filter.clause)
        """, [prefix, "\(date.microseconds)"] + filter.arguments)
    }
  }

  /// Whether a request was withdrawn at `date` or later.
  static func isWithdrawn(
    _ request: Int64, since date: Date, in database: Database
  ) throws -> Bool {
    let note = try database.texts(
      "SELECT value FROM note WHERE key = ?", [prefix + "\(request)"]
    ).first
    return note.flatMap { Int64($0) }.map { $0 >= date.microseconds } ?? false
  }

  static func forgetWithdrawals(before date: Date, in database: Database) throws {
    try forgetWithdrawals("<", date, in: database)
  }

  /// Forgets those of dates to come: the clock was wrong then, and they would keep out what is
  /// delivered until these dates.
  static func forgetWithdrawals(after date: Date, in database: Database) throws {
    try forgetWithdrawals(">", date, in: database)
  }

  private static func forgetWithdrawals(
    _ relation: StaticString, _ date: Date, in database: Database
  ) throws {
    try database.execute(
      "DELETE FROM note WHERE key GLOB ? AND CAST(value AS INTEGER) \(relation) ?",
      [prefix + "*", date.microseconds])
  }
}
