import CSystemSQLite
import Glibc

extension StoreError {
  /// The meaning of a database error for the caller of the store.
  package init(_ error: any Error, path: String) {
    guard let error = error as? SQLiteError else {
      self = (error as? StoreError) ?? .other(String(describing: error))
      return
    }
    switch error.primary {
    case SQLITE_FULL: self = .full
    case SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH: self = .readOnly(path)
    // Two processes that open the log at once can meet (`SQLITE_PROTOCOL`).
    case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL: self = .busy
    // Tocsin's statements are right, so an error in one means that the tables have changed. Opening
    // the database again finds that out.
    case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_ERROR: self = .damaged(error.message)
    case SQLITE_IOERR: self = Self.isFull(path) ? .full : .io(error.message)
    // It may work later: ``other(_:)`` is for what the database refuses each time.
    case SQLITE_NOMEM: self = .io(error.message)
    default: self = .other(error.message)
    }
  }

  /// Where there is no room for its shared memory, SQLite reports an I/O error.
  private static func isFull(_ path: String) -> Bool {
    var status = statvfs()
    return statvfs(path, &status) == 0 && status.f_bavail == 0
  }

  /// Where a disk fails to read, SQLite calls it damage (`SQLITE_IOERR_CORRUPTFS`); the file keeps
  /// the error number of the system.
  static func cause(of error: any Error, in database: Database) -> any Error {
    let isDamage =
      if let error = error as? SQLiteError {
        error.primary == SQLITE_CORRUPT || error.primary == SQLITE_NOTADB
      } else if case .damaged? = error as? StoreError {
        true
      } else {
        false
      }
    guard isDamage else { return error }
    for code in [SQLITE_FCNTL_FILE_POINTER, SQLITE_FCNTL_JOURNAL_POINTER] {
      var file: UnsafeMutablePointer<sqlite3_file>?
      var number: CInt = 0
      sqlite3_file_control(database.handle, "main", code, &file)
      guard let file, let methods = file.pointee.pMethods else { continue }
      _ = methods.pointee.xFileControl?(file, SQLITE_FCNTL_LAST_ERRNO, &number)
      // The numbers to which SQLite gives this meaning.
      if [EIO, ENXIO, ERANGE].contains(number) {
        return StoreError.io(String(cString: strerror(number)))
      }
    }
    return error
  }
}
