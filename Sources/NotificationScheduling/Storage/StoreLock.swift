import CLinux
import Glibc
import Synchronization

/// The lock of a store: ranges of the file `store.lock`, locked for an open file (fcntl(2), "open file
/// description locks"), so that the kernel frees them when a process dies.
///
/// A transaction that writes, and the opening of the database, hold ``Range/transactions`` together with
/// others; who replaces the database holds it alone.
final class StoreLock: Sendable {
  enum Range: Int64 {
    /// Passed on the way to ``transactions``: who waits there for the others to end lets nobody else in.
    case gate, transactions
    /// Held together with others for as long as the store is open; alone while the first one opens it.
    case presence
  }

  enum Kind: Int32 {
    case shared = 0  // F_RDLCK
    case alone = 1  // F_WRLCK
  }

  /// So long others may take; SQLite is given the same.
  static let timeout = 10.0
  private static let pause: UInt32 = 2_000

  private let descriptor: Int32
  /// How many threads hold it together with others.
  private let holderCount = Mutex(0)

  /// - Returns: nil where nothing can be written, and so nobody changes anything.
  init?(_ folder: StoreFolder) throws(StoreError) {
    let path = folder.lock("store")
    var opened = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    if opened < 0, errno == EROFS || errno == EACCES || errno == EPERM {
      opened = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
      if opened < 0 { return nil }
    }
    guard opened >= 0 else {
      switch errno {
      case ENOSPC, EDQUOT: throw .full
      case EIO: throw .io("cannot lock \(path)")
      default: throw .other("cannot lock \(path): \(String(cString: strerror(errno)))")
      }
    }
    descriptor = opened
  }

  deinit { close(descriptor) }

  /// - Returns: whether it is held now. A lock that is held already is changed to this kind.
  func attempt(_ range: Range, _ kind: Kind) -> Bool { set(range, kind.rawValue) }

  func release(_ range: Range) { _ = set(range, Int32(F_UNLCK)) }

  private func set(_ range: Range, _ type: Int32) -> Bool {
    var lock = flock(
      l_type: Int16(type), l_whence: Int16(SEEK_SET), l_start: off_t(range.rawValue), l_len: 1,
      l_pid: 0)
    return fcntl(descriptor, tocsin_set_file_lock, &lock) == 0
  }

  /// - Throws: ``StoreError/busy`` where others take too long.
  func take(_ range: Range, _ kind: Kind) throws(StoreError) {
    for _ in 0..<Int(Self.timeout * 1e6) / Int(Self.pause) {
      if attempt(range, kind) { return }
      // A file that may only be read can be locked together with others alone.
      if errno == EBADF { throw .readOnly("the lock of the store") }
      usleep(Self.pause)
    }
    throw .busy
  }

  /// Works while nobody replaces the database. Several threads may.
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

  /// Works while nobody opens the database or writes to it: for one thread, that holds nothing of it.
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
