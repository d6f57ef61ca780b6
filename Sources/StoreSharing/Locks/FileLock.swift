import Glibc

/// A lock on a file, held until the last reference to this value goes. The kernel releases it when
/// the process dies.
package final class FileLock: Sendable {
  private let descriptor: Int32

  private init(descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  /// Takes the lock; nil where another process holds it.
  package static func attempt(_ path: String) throws(StoreError) -> FileLock? {
    let descriptor = try open(path)
    if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return FileLock(descriptor: descriptor) }
    let code = errno
    close(descriptor)
    guard code == EWOULDBLOCK else { throw failure(path, code) }
    return nil
  }

  /// Waits until it is free.
  package static func wait(for path: String) throws(StoreError) -> FileLock {
    let descriptor = try open(path)
    while flock(descriptor, LOCK_EX) != 0 {
      guard errno == EINTR else {
        let code = errno
        close(descriptor)
        throw failure(path, code)
      }
    }
    return FileLock(descriptor: descriptor)
  }

  private static func open(_ path: String) throws(StoreError) -> Int32 {
    var descriptor = Glibc.open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    // A lock can be taken without the right to write, if its file exists.
    if descriptor < 0, errno == EROFS || errno == EACCES {
      let code = errno
      descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
      if descriptor < 0 { throw failure(path, code) }
    }
    guard descriptor >= 0 else { throw failure(path, errno) }
    return descriptor
  }

  private static func failure(_ path: String, _ code: Int32) -> StoreError {
    switch code {
    case EROFS, EACCES, EPERM: .readOnly(path)
    case ENOSPC, EDQUOT: .full
    case EIO: .io("cannot lock \(path)")
    default: .other("cannot lock \(path): \(String(cString: strerror(code)))")
    }
  }

  /// Whether the file still has its name.
  var isNamed: Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_nlink > 0
  }

  /// Writes the holder's description into the file, for other processes. The file is never empty
  /// meanwhile.
  package func describe(_ text: String) {
    let bytes = Array(text.utf8)
    if Self.write(bytes, to: descriptor) { return }
    // A lock that was taken on a read-only disk has a descriptor that cannot write. Its file is
    // opened again, because the name may be another file's by now.
    let writer = Glibc.open("/proc/self/fd/\(descriptor)", O_WRONLY | O_CLOEXEC)
    guard writer >= 0 else { return }
    defer { close(writer) }
    _ = Self.write(bytes, to: writer)
  }

  private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    guard pwrite(descriptor, bytes, bytes.count, 0) == bytes.count else { return false }
    return ftruncate(descriptor, off_t(bytes.count)) == 0
  }
}
