import CLinux
import Glibc

/// The announcement of a process that shows pages of apps in the place of a notification's content,
/// for as long as this value lives. The kernel takes it back when the process dies.
///
/// It is a lock that several processes may share, on a file in the store's folder. Whoever wants to
/// know asks the kernel about the lock and takes none: no two who ask can mistake each other for one
/// who announces, and an answer costs three system calls and wakes nobody. A connection to the process
/// would wake it, and a row in the store would outlive a process that was killed.
public final class ContentExtensionPresence: Sendable {
  private let descriptor: Int32

  /// - Throws: ``StoreError`` where the folder cannot be written.
  public init(in folder: StoreFolder) throws(StoreError) {
    try folder.create()
    let path = Self.path(in: folder)
    descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw Self.failure(path) }
    var lock = Self.lock(Int32(F_RDLCK))
    guard fcntl(descriptor, tocsin_set_file_lock, &lock) == 0 else {
      let failure = Self.failure(path)
      close(descriptor)
      throw failure
    }
  }

  deinit { close(descriptor) }

  /// Whether any process announces itself now.
  public static func isAnnounced(in folder: StoreFolder) -> Bool {
    let descriptor = open(path(in: folder), O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    // A lock that none could share: it stands in the way of it who holds any.
    var lock = lock(Int32(F_WRLCK))
    return fcntl(descriptor, tocsin_look_for_file_lock, &lock) == 0 && lock.l_type != F_UNLCK
  }

  private static func path(in folder: StoreFolder) -> String { folder.lock("content-extensions") }

  private static func lock(_ kind: Int32) -> flock {
    flock(l_type: Int16(kind), l_whence: Int16(SEEK_SET), l_start: 0, l_len: 0, l_pid: 0)
  }

  private static func failure(_ path: String) -> StoreError {
    switch errno {
    case EROFS, EACCES, EPERM: .readOnly(path)
    case ENOSPC, EDQUOT: .full
    default: .other("cannot lock \(path): \(String(cString: strerror(errno)))")
    }
  }
}
