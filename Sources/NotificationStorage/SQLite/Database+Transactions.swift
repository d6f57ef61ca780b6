import CSystemSQLite

extension Database {
  /// The beginning of a transaction: one that may write has the lock for it from the beginning.
  package enum Transaction: String {
    case reading = "BEGIN DEFERRED"
    case writing = "BEGIN IMMEDIATE"
  }

  /// One transaction: when it throws, nothing has changed.
  package func transaction<Value>(_ kind: Transaction, _ work: () throws -> Value) throws -> Value {
    try execute(kind.rawValue)
    do {
      let value = try work()
      try execute("COMMIT")
      return value
    } catch {
      // After some errors SQLite has done it.
      if sqlite3_get_autocommit(handle) == 0 { try? execute("ROLLBACK") }
      throw error
    }
  }

  /// A copy of the whole database, in memory.
  package func copied() throws -> Connection {
    let copy = try Connection()
    try copy.use { target in
      guard let backup = sqlite3_backup_init(target.handle, "main", handle, "main") else {
        throw SQLiteError(sqlite3_extended_errcode(target.handle), of: target.handle)
      }
      let code = sqlite3_backup_step(backup, -1)
      sqlite3_backup_finish(backup)
      guard code == SQLITE_DONE else { throw SQLiteError(code) }
    }
    return copy
  }
}
