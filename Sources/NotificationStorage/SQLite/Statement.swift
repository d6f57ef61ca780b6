import CSystemSQLite
import FoundationEssentials

/// A compiled statement. While it is on a row, the columns of the row are read from it.
package final class Statement {
  private let handle: OpaquePointer
  private let count: Int32
  private var known = ColumnNames([])

  init(_ sql: String, in connection: OpaquePointer) throws(SQLiteError) {
    var prepared: OpaquePointer?
    let code = sqlite3_prepare_v3(
      connection, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
    guard code == SQLITE_OK else { throw SQLiteError(code, of: connection) }
    guard let prepared else { throw SQLiteError(SQLITE_MISUSE, "there is no statement in it") }
    handle = prepared
    count = sqlite3_bind_parameter_count(prepared)
  }

  deinit { sqlite3_finalize(handle) }

  /// The values for all of its parameters, in the order of their numbers.
  func bind(_ values: [any Bindable]) throws(SQLiteError) {
    guard values.count == count else {
      throw SQLiteError(SQLITE_MISUSE, "\(values.count) values for \(count) parameters")
    }
    for (index, value) in values.enumerated() {
      let code = value.bind(to: handle, at: Int32(index + 1))
      guard code == SQLITE_OK else { throw error(code) }
    }
  }

  /// Goes to the next row.
  /// - Returns: false where there is none.
  func step() throws(SQLiteError) -> Bool {
    switch sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let code: throw error(code)
    }
  }

  /// Ends the execution, so that it holds no lock. An error was reported by ``step()``.
  func reset() { sqlite3_reset(handle) }

  private func error(_ code: Int32) -> SQLiteError {
    SQLiteError(code, of: sqlite3_db_handle(handle))
  }

  // MARK: The row

  /// The first column, whatever its type is; nil where it is null.
  var firstInteger: Int64? {
    sqlite3_column_type(handle, 0) == SQLITE_NULL ? nil : sqlite3_column_int64(handle, 0)
  }

  /// The first column, whatever its type is; nil where it is null.
  var firstText: String? {
    sqlite3_column_type(handle, 0) == SQLITE_NULL ? nil : string(0)
  }

  /// A copy of the row.
  var row: Row {
    let count = sqlite3_column_count(handle)
    // SQLite compiles the statement again where another process has added a column.
    if known.list.count != count {
      known = ColumnNames((0..<count).map { String(cString: sqlite3_column_name(handle, $0)) })
    }
    return Row(names: known, values: (0..<count).map { value(Int($0)) })
  }

  private func string(_ column: Int32) -> String {
    // The text before its length, because it may be converted.
    guard let start = sqlite3_column_text(handle, column) else { return "" }
    let count = Int(sqlite3_column_bytes(handle, column))
    return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }
}

extension Statement: Columns {
  package func value(_ column: Int) -> Value {
    let index = Int32(column)
    switch sqlite3_column_type(handle, index) {
    case SQLITE_INTEGER: return .integer(sqlite3_column_int64(handle, index))
    case SQLITE_FLOAT: return .real(sqlite3_column_double(handle, index))
    case SQLITE_TEXT: return .text(string(index))
    case SQLITE_BLOB:
      guard let start = sqlite3_column_blob(handle, index) else { return .blob(Data()) }
      return .blob(Data(bytes: start, count: Int(sqlite3_column_bytes(handle, index))))
    default: return .null
    }
  }
}
