import CSystemSQLite

/// An error of SQLite.
package struct SQLiteError: Error, Sendable, CustomStringConvertible {
  /// SQLite's extended result code.
  package let code: Int32
  package let message: String

  /// - Parameter message: nil is SQLite's text for the code.
  package init(_ code: Int32, _ message: String? = nil) {
    self.code = code
    self.message = message ?? String(cString: sqlite3_errstr(code))
  }

  /// The last error of a connection.
  package init(_ code: Int32, of connection: OpaquePointer?) {
    self.init(code, connection.flatMap(sqlite3_errmsg).map { String(cString: $0) })
  }

  /// The kind of the error, without what is particular about it.
  package var primary: Int32 { code & 0xFF }

  package var description: String { "SQLite error \(code): \(message)" }
}
