import CSystemSQLite
import Synchronization

/// A database that threads use in turns.
package final class Connection: Sendable {
  /// Another thread has closed it.
  package struct Closed: Error {}

  /// Seconds to wait for other connections.
  package static let timeout = 10.0

  private let turn = Mutex(())
  /// Nil when it is closed. Only the thread whose turn it is uses it.
  nonisolated(unsafe) private var database: Database?

  /// - Parameters:
  ///   - path: nil is a database in memory.
  ///   - timeout: seconds to wait for other connections.
  ///   - settings: statements that are run first.
  package init(
    _ path: String? = nil, _ access: Database.Access = .readAndWrite,
    timeout: Double = Connection.timeout, settings: String = ""
  ) throws(SQLiteError) {
    let opened = try Database(path, access, timeout: timeout)
    try opened.run(settings)
    // SQLite has not read the file before this.
    try opened.execute("SELECT 1 FROM sqlite_master LIMIT 1")
    database = opened
  }

  /// Runs `work` when no other thread uses the database. `work` must not use the connection again.
  /// - Throws: ``Closed`` where it is closed; what `work` throws.
  package func use<Value>(_ work: (Database) throws -> Value) throws -> Value {
    var result: Result<Value, any Error>?
    turn.withLock { _ in
      result = Result {
        guard let database else { throw Closed() }
        return try work(database)
      }
    }
    guard let result else { throw SQLiteError(SQLITE_MISUSE, "nothing was done") }
    return try result.get()
  }

  /// The last connection to a database puts the log into it.
  package func close() { turn.withLock { _ in database = nil } }
}
