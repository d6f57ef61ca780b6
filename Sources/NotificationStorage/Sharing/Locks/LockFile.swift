import CLinux
import Glibc

/// A file whose bytes can be locked, each for itself, for as long as it is open (fcntl(2), "open file
/// description locks"). The kernel frees them when the process dies, and tells about them without
/// locking any.
package final class LockFile: Sendable {
  package enum Kind: Sendable {
    /// Together with others.
    case shared
    case alone

    fileprivate var code: Int32 { self == .shared ? Int32(F_RDLCK) : Int32(F_WRLCK) }
  }

  package let descriptor: Int32
  /// Whether the file can only be read: no byte of it can be locked alone.
  package let isReadOnly: Bool

  /// Opens a file, which is created where it is missing.
  package init(_ path: String) throws(StoreError) {
    do {
      descriptor = try StoreFile.openOrMake(path)
      isReadOnly = false
    } catch {
      let failure = StoreError(error, "lock", path)
      guard case .readOnly = failure, let opened = try? StoreFile.open(path, for: .reading)
      else { throw failure }
      descriptor = opened
      isReadOnly = true
    }
  }

  /// Opens a file to look at its locks; nil where there is none.
  package init?(lookingAt path: String) {
    guard let opened = try? StoreFile.open(path, for: .reading) else { return nil }
    descriptor = opened
    isReadOnly = true
  }

  /// A child that another thread is just starting has the descriptor, too, until its program begins:
  /// to close it here would not be the end of the locks.
  deinit {
    releaseAll()
    close(descriptor)
  }

  /// Locks a byte, or changes its lock to this kind.
  /// - Returns: whether it is locked now; `errno` says why not.
  package func attempt(_ byte: Int64, _ kind: Kind) -> Bool {
    set(byte, kind.code, tocsin_set_file_lock)
  }

  /// Waits until it has locked a byte.
  /// - Returns: false where the kernel refuses; `errno` says why.
  package func wait(_ byte: Int64, _ kind: Kind) -> Bool {
    while !set(byte, kind.code, tocsin_wait_for_file_lock) {
      if errno != EINTR { return false }
    }
    return true
  }

  package func release(_ byte: Int64) { _ = set(byte, Int32(F_UNLCK), tocsin_set_file_lock) }

  private func releaseAll() {
    // To the end of the file, wherever that is.
    var lock = Self.range(0, Int32(F_UNLCK), count: 0)
    _ = fcntl(descriptor, tocsin_set_file_lock, &lock)
  }

  /// Whether it is locked by somebody else, in any way.
  package func isLocked(_ byte: Int64) -> Bool {
    var lock = Self.range(byte, Kind.alone.code)
    return fcntl(descriptor, tocsin_look_for_file_lock, &lock) == 0 && lock.l_type != F_UNLCK
  }

  private func set(_ byte: Int64, _ code: Int32, _ command: Int32) -> Bool {
    var lock = Self.range(byte, code)
    return fcntl(descriptor, command, &lock) == 0
  }

  private static func range(_ byte: Int64, _ code: Int32, count: off_t = 1) -> flock {
    flock(
      l_type: Int16(code), l_whence: Int16(SEEK_SET), l_start: off_t(byte), l_len: count, l_pid: 0)
  }

  static func error(_ path: String, _ code: Int32) -> StoreError {
    StoreError(.system(code), "lock", path)
  }
}
