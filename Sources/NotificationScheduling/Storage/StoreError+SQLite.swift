import GRDB
import Glibc

extension StoreError {
  /// What an error of the database means for whoever asked for something.
  init(_ error: any Error, path: String) {
    guard let error = error as? DatabaseError else {
      self = (error as? StoreError) ?? .other(String(describing: error))
      return
    }
    let text = error.message ?? error.resultCode.description
    switch error.resultCode {
    case .SQLITE_FULL: self = .full
    case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_AUTH: self = .readOnly(path)
    case .SQLITE_BUSY, .SQLITE_LOCKED: self = .busy
    // Tocsin's statements are right: an error in one is a change of the tables, which whoever opens
    // the database anew finds out.
    case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_ERROR: self = .damaged(text)
    case .SQLITE_IOERR: self = Self.isFull(path) ? .full : .io(text)
    default: self = .other(text)
    }
  }

  /// Where there is no room for its shared memory, SQLite speaks of an error of the disk.
  private static func isFull(_ path: String) -> Bool {
    var status = statvfs()
    return statvfs(path, &status) == 0 && status.f_bavail == 0
  }
}
