import Glibc

/// A lock on a file, held until the last reference to this value goes. The kernel releases it when
/// the process dies.
///
/// Whoever looks at it, or waits for its end, never stands in the way of a process that takes it.
package final class FileLock: Sendable {
  /// The byte whose holder has the lock.
  private static let right: Int64 = 0
  /// The byte that the holder locks, too, for those who wait for its end: they lock it with others,
  /// for a moment.
  private static let life: Int64 = 1

  private let file: LockFile

  /// Who waits has the second byte for a moment, or for longer if somebody stops the process just
  /// then: after 100 ms the holder goes on without it, and they look from time to time.
  private init(_ file: LockFile) {
    self.file = file
    for _ in 0..<100 {
      if file.attempt(Self.life, file.kind) { return }
      usleep(1_000)
    }
  }

  /// Takes the lock; nil where another process holds it.
  package static func attempt(_ path: String) throws(StoreError) -> FileLock? {
    let file = try LockFile(path)
    if file.attempt(right, file.kind) {
      // Who can only read has locked it together with whoever else does.
      return file.isReadOnly && file.isLocked(right) ? nil : FileLock(file)
    }
    guard errno == EAGAIN || errno == EACCES else { throw LockFile.error(path, errno) }
    return nil
  }

  /// Waits until it is free.
  package static func wait(for path: String) throws(StoreError) -> FileLock {
    let file = try LockFile(path)
    guard file.wait(right, file.kind) else { throw LockFile.error(path, errno) }
    return FileLock(file)
  }

  /// Whether a process holds the lock. It creates no file and needs no right to write.
  package static func isHeld(_ path: String) -> Bool {
    LockFile(lookingAt: path)?.isLocked(right) ?? false
  }

  /// Waits until no process holds it.
  package static func waitUntilFree(_ path: String) {
    guard let file = LockFile(lookingAt: path) else { return }
    while file.isLocked(right) {
      guard file.wait(life, .shared) else { return }
      file.release(life)
      // The holder is about to begin or to end, or its file is read-only.
      if file.isLocked(right) { usleep(20_000) }
    }
  }

  /// Whether the file still has its name.
  package var isNamed: Bool {
    var status = stat()
    return fstat(file.descriptor, &status) == 0 && status.st_nlink > 0
  }

  /// Writes the holder's description into the file, for other processes. The file is never empty
  /// meanwhile.
  package func describe(_ text: String) {
    let bytes = Array(text.utf8)
    if Self.write(bytes, to: file.descriptor) { return }
    // A lock that was taken on a read-only disk has a descriptor that cannot write. Its file is
    // opened again, because the name may be another file's by now.
    let writer = open("/proc/self/fd/\(file.descriptor)", O_WRONLY | O_CLOEXEC)
    guard writer >= 0 else { return }
    defer { close(writer) }
    _ = Self.write(bytes, to: writer)
  }

  private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    guard pwrite(descriptor, bytes, bytes.count, 0) == bytes.count else { return false }
    return ftruncate(descriptor, off_t(bytes.count)) == 0
  }
}

extension LockFile {
  /// The most exclusive kind that its locks can have.
  fileprivate var kind: Kind { isReadOnly ? .shared : .alone }
}
