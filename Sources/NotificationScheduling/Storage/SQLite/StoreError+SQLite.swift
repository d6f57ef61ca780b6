import GRDB

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
    case .SQLITE_CORRUPT, .SQLITE_NOTADB: self = .damaged(text)
    case .SQLITE_IOERR: self = .io(text)
    default: self = .other(text)
    }
  }
}
