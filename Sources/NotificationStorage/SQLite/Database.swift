import CSystemSQLite

/// A connection to a database, which one thread at a time uses.
package final class Database {
  /// What a connection may do, and how it finds the file.
  package enum Access {
    case readAndWrite, readOnly
    /// Without any lock, for a disk that no process can write. The path is a URI's, percent-encoded.
    case immutable
  }

  /// For the functions of SQLite's that have no other form here.
  package let handle: OpaquePointer
  private var statements: [String: Statement] = [:]
  private static let maximumCache = 100

  /// - Parameters:
  ///   - path: nil is a database in memory.
  ///   - timeout: seconds to wait for other connections.
  init(_ path: String?, _ access: Access, timeout: Double) throws(SQLiteError) {
    let name = access == .immutable ? "file:\(path ?? "")?immutable=1" : path ?? ":memory:"
    let flags =
      switch access {
      case .readAndWrite: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
      case .readOnly: SQLITE_OPEN_READONLY
      case .immutable: SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
      }
    var opened: OpaquePointer?
    let code = sqlite3_open_v2(name, &opened, flags | SQLITE_OPEN_NOMUTEX, nil)
    guard code == SQLITE_OK, let opened else {
      let error = SQLiteError(code == SQLITE_OK ? SQLITE_NOMEM : code, of: opened)
      sqlite3_close(opened)
      throw error
    }
    handle = opened
    sqlite3_extended_result_codes(opened, 1)
    sqlite3_busy_timeout(opened, Int32(timeout * 1_000))
  }

  deinit {
    statements = [:]
    sqlite3_close_v2(handle)
  }

  /// The rows that the last change has changed.
  package var changesCount: Int { Int(sqlite3_changes(handle)) }
  /// A row that was updated instead of inserted leaves it as it was.
  package var lastInsertedRowID: Int64 {
    get { sqlite3_last_insert_rowid(handle) }
    set { sqlite3_set_last_insert_rowid(handle, newValue) }
  }

  // MARK: Statements

  /// The compiled statement of a text; it is compiled once.
  private func statement(_ sql: String) throws(SQLiteError) -> Statement {
    if let known = statements[sql] { return known }
    let new = try Statement(sql, in: handle)
    // The texts with numbers in them are few at a time, and different after months.
    if statements.count >= Self.maximumCache { statements = [:] }
    statements[sql] = new
    return new
  }

  /// Calls `body` on each row, until it returns false.
  package func forEach(
    _ sql: String, _ values: [any Bindable] = [], _ body: (Statement) -> Bool
  ) throws(SQLiteError) {
    let statement = try statement(sql)
    defer { statement.reset() }
    try statement.bind(values)
    while try statement.step(), body(statement) {}
  }

  package func execute(_ sql: String, _ values: [any Bindable] = []) throws(SQLiteError) {
    try forEach(sql, values) { _ in true }
  }

  /// Several statements, which are not kept.
  package func run(_ script: String) throws(SQLiteError) {
    let code = sqlite3_exec(handle, script, nil, nil, nil)
    guard code == SQLITE_OK else { throw SQLiteError(code, of: handle) }
  }

  // MARK: Queries

  package func rows(_ sql: String, _ values: [any Bindable] = []) throws(SQLiteError) -> [Row] {
    var rows: [Row] = []
    try forEach(sql, values) {
      rows.append($0.row)
      return true
    }
    return rows
  }

  /// The first row.
  package func row(_ sql: String, _ values: [any Bindable] = []) throws(SQLiteError) -> Row? {
    try first(sql, values) { $0.row }
  }

  /// What `read` takes from the first row; nil where there is none.
  package func first<Element>(
    _ sql: String, _ values: [any Bindable] = [], _ read: (Statement) -> Element?
  ) throws(SQLiteError) -> Element? {
    var found: Element?
    try forEach(sql, values) {
      found = read($0)
      return false
    }
    return found
  }

  /// The first column of the first row; nil where it is null, or there is no row.
  package func integer(_ sql: String, _ values: [any Bindable] = []) throws(SQLiteError) -> Int64? {
    try first(sql, values, \.firstInteger)
  }

  /// The number in the first column of the only row; 0 where it is null.
  package func count(_ sql: String, _ values: [any Bindable] = []) throws(SQLiteError) -> Int {
    try integer(sql, values).flatMap { Int(exactly: $0) } ?? 0
  }

  /// The first column of the first row; nil where it is null, or there is no row.
  package func text(_ sql: String, _ values: [any Bindable] = []) throws(SQLiteError) -> String? {
    try first(sql, values, \.firstText)
  }

  /// The first column of all rows where it is not null.
  package func integers(_ sql: String, _ values: [any Bindable] = []) throws(SQLiteError) -> [Int64]
  {
    var found: [Int64] = []
    try forEach(sql, values) {
      if let value = $0.firstInteger { found.append(value) }
      return true
    }
    return found
  }

  /// The first column of all rows where it is not null.
  package func texts(_ sql: String, _ values: [any Bindable] = []) throws(SQLiteError) -> [String] {
    var found: [String] = []
    try forEach(sql, values) {
      if let value = $0.firstText { found.append(value) }
      return true
    }
    return found
  }
}
