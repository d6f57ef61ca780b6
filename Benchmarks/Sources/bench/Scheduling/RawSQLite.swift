import CSystemSQLite
import Foundation

/// SQLite without a layer above it: the same tables, the same pragmas, the same row.
final class RawSQLite {
  private var connection: OpaquePointer?
  private var insert: OpaquePointer?

  struct Failed: Error {}

  /// Opens a database that Tocsin has created.
  init(_ path: String) throws {
    guard sqlite3_open(path, &connection) == SQLITE_OK else { throw Failed() }
    try run("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL")
    let sql = """
      INSERT INTO request (
        app, identifier, content, trigger, kind, repeats, added, clock, due, elapsed, boot)
      VALUES ('org.example.app', ?, ?, ?, 1, 0, 0, 1, ?, ?, ?)
      """
    guard sqlite3_prepare_v2(connection, sql, -1, &insert, nil) == SQLITE_OK else {
      throw Failed()
    }
  }

  deinit {
    sqlite3_finalize(insert)
    sqlite3_close(connection)
  }

  private func run(_ sql: String) throws {
    guard sqlite3_exec(connection, sql, nil, nil, nil) == SQLITE_OK else { throw Failed() }
  }

  /// One row in one transaction.
  func add(
    _ identifier: String, content: [UInt8], trigger: [UInt8], due: Int64, boot: String
  ) throws {
    try run("BEGIN IMMEDIATE")
    let keep = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    sqlite3_bind_text(insert, 1, identifier, -1, keep)
    sqlite3_bind_blob(insert, 2, content, Int32(content.count), keep)
    sqlite3_bind_blob(insert, 3, trigger, Int32(trigger.count), keep)
    sqlite3_bind_int64(insert, 4, due)
    sqlite3_bind_int64(insert, 5, due)
    sqlite3_bind_text(insert, 6, boot, -1, keep)
    guard sqlite3_step(insert) == SQLITE_DONE else { throw Failed() }
    sqlite3_reset(insert)
    try run("COMMIT")
  }

  /// The rows of a table.
  func count(of table: String) throws -> Int {
    var statement: OpaquePointer?
    defer { sqlite3_finalize(statement) }
    let sql = "SELECT count(*) FROM \(table)"
    guard sqlite3_prepare_v2(connection, sql, -1, &statement, nil) == SQLITE_OK,
      sqlite3_step(statement) == SQLITE_ROW
    else { throw Failed() }
    return Int(sqlite3_column_int64(statement, 0))
  }
}
