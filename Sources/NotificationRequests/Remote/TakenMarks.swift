import NotificationStorage
import SQLiteAccess
package import StoreSharing

/// The messages that were taken for an app from a server that gives only names and times. Within a
/// day each name counts once; older messages were taken long ago, or are not wanted.
struct TakenMarks {
  private let app: String
  private let database: Database

  /// Seconds for which names are kept.
  private static let memory: Int64 = 86_400
  /// Seconds by which a server's clock may go back before it counts as having been set.
  private static let slack: Int64 = 60

  init(_ app: String, _ database: Database) {
    self.app = app
    self.database = database
  }

  /// - Returns: false where it was taken before, or is too old.
  func take(_ mark: RemoteArrival.Mark) throws -> Bool {
    guard try !contains(mark.identifier), try mark.time >= floor ?? 0 else { return false }
    try insert(mark.identifier, mark.time)
    if let newest = try newest, let floor = try floor, newest - Self.memory > floor {
      try insert("", newest - Self.memory)
      try database.execute(
        "DELETE FROM remote_taken WHERE app = ? AND date < ?",
        [app, newest - Self.memory])
    }
    return true
  }

  /// Takes the server's time when a connection begins. Messages from before the first connection
  /// are not taken.
  /// - Returns: whether the server's clock has gone back, so that it has to be asked again.
  func begin(at time: Int64) throws -> Bool {
    guard let newest = try newest else {
      try insert("", time)
      return false
    }
    guard newest > time + Self.slack else { return false }
    try database.execute(
      "UPDATE remote_taken SET date = ? WHERE app = ? AND date > ?",
      [time, app, time])
    return true
  }

  /// The time from which the server is to be asked; nil before the first connection.
  /// - Parameter overlap: seconds within which a server's messages may come in any order.
  func since(overlap: Int64) throws -> Int64? {
    guard let newest = try newest, let floor = try floor else { return nil }
    return max(floor, newest - overlap)
  }

  private var floor: Int64? {
    get throws {
      try database.integer("SELECT date FROM remote_taken WHERE app = ? AND identifier = ''", [app])
    }
  }

  private var newest: Int64? {
    get throws {
      try database.integer(
        "SELECT max(date) FROM remote_taken WHERE app = ?",
        [app])
    }
  }

  private func contains(_ identifier: String) throws -> Bool {
    try database.integer(
      "SELECT 1 FROM remote_taken WHERE app = ? AND identifier = ?",
      [app, identifier]) != nil
  }

  private func insert(_ identifier: String, _ time: Int64) throws {
    try database.execute(
      "INSERT INTO remote_taken (app, date, identifier) VALUES (?, ?, ?)",
      [app, time, identifier])
  }
}

extension NotificationStore {
  /// The time from which the server of an app is to be asked, in seconds since 1970; nil before the
  /// first connection.
  /// - Throws: `StoreError` where the database cannot be read.
  package func takenSince(of app: String, overlap: Int64) throws(StoreError) -> Int64? {
    try read { try TakenMarks(app, $0).since(overlap: overlap) }
  }

  /// Records the beginning of a connection for an app, by the server's time in seconds since 1970.
  /// - Returns: whether the server's clock has gone back, so that it has to be asked again.
  /// - Throws: `StoreError` where it cannot be written.
  package func beginTaking(for app: String, at time: Int64) throws(StoreError) -> Bool {
    try write { try TakenMarks(app, $0).begin(at: time) }
  }

  /// Forgets the messages that were taken for an app, for which no process listens any more.
  /// - Throws: `StoreError` where it cannot be written: nothing is forgotten then.
  package func forgetTaken(of app: String) throws(StoreError) {
    try write {
      try $0.execute("DELETE FROM remote_taken WHERE app = ?", [app])
    }
  }
}
