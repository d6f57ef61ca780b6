import Glibc
import Synchronization

/// The lock of a store: ranges of the file `store.lock`.
///
/// A transaction that writes, and the opening of the database, share ``Range/transactions`` with
/// others; the process that replaces the database holds it alone.
final class StoreLock: Sendable {
  enum Range: Int64 {
    /// Taken on the way to ``transactions``: a process that waits there for the others to end keeps
    /// new ones out.
    case gate, transactions
    /// Shared with others for as long as the store is open; held alone while the first process
    /// opens it.
    case presence
  }

  typealias Kind = LockFile.Kind

  /// Seconds to wait for other holders, as for other connections.
  static let timeout = Connection.timeout
  private static let pause: UInt32 = 2_000

  private let file: LockFile
  /// The number of threads that share the lock.
  private let holderCount = Mutex(0)

  /// - Returns: nil where nothing can be written, so that no process changes anything.
  init?(_ folder: StoreFolder) throws(StoreError) {
    do {
      file = try LockFile(folder.lock("store"))
    } catch .readOnly {
      return nil
    }
  }

  /// - Returns: whether it is held now. A lock that is held already changes to this kind.
  func attempt(_ range: Range, _ kind: Kind) -> Bool { file.attempt(range.rawValue, kind) }

  func release(_ range: Range) { file.release(range.rawValue) }

  /// - Throws: `StoreError.busy` after ``timeout``.
  func take(_ range: Range, _ kind: Kind) throws(StoreError) {
    for _ in 0..<Int(Self.timeout * 1e6) / Int(Self.pause) {
      if attempt(range, kind) { return }
      // A read-only file can only be locked together with others.
      if errno == EBADF { throw .readOnly("the lock of the store") }
      usleep(Self.pause)
    }
    throw .busy
  }

  /// Runs `work` while no process can replace the database. Several threads may share it.
  func shared<Value>(_ work: () throws -> Value) throws -> Value {
    try holderCount.withLock { count in
      if count == 0 {
        try take(.gate, .shared)
        defer { release(.gate) }
        try take(.transactions, .shared)
      }
      count += 1
    }
    defer {
      holderCount.withLock { count in
        count -= 1
        if count == 0 { release(.transactions) }
      }
    }
    return try work()
  }

  /// Runs `work` while no process opens the database or writes to it. Only for a thread that does
  /// not hold the lock already.
  func alone<Value>(_ work: () throws -> Value) throws -> Value {
    try take(.gate, .alone)
    defer {
      release(.transactions)
      release(.gate)
    }
    try take(.transactions, .alone)
    return try work()
  }
}
