import CLinux
package import FoundationEssentials
import Glibc

/// The folder of a user's notifications, and the files in it.
public struct StoreFolder: Sendable, Hashable {
  /// The absolute path, without a slash at its end.
  public let path: String

  /// The folder at `path`, which need not exist yet.
  public init(path: String) { self.path = path }

  /// `$XDG_STATE_HOME/tocsin`, or `~/.local/state/tocsin` (XDG Base Directory Specification 0.8).
  /// - Parameter environment: nil is that of the process.
  public static func standard(
    environment: [String: String]? = nil
  ) -> StoreFolder {
    let environment = environment ?? ProcessInfo.processInfo.environment
    let given = environment["XDG_STATE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    let home = environment["HOME"] ?? FileManager.default.homeDirectoryForCurrentUser.path
    return StoreFolder(path: (given ?? home + "/.local/state") + "/tocsin")
  }

  /// The path of the SQLite database that all processes of the user share.
  public var database: String { path + "/notifications.sqlite" }
  /// The backup from which the contents of a damaged database are completed.
  public var backup: String { path + "/notifications.backup.sqlite" }

  /// A whole database that is about to replace ``database``. Every process that opens the store or
  /// writes to it completes the replacement first.
  var replacement: String { database + ".next" }

  /// The lock file of an owner.
  package func lock(_ owner: OwnerName) -> String { "\(path)/\(owner).lock" }
  /// The folder of the files that notifications of all apps show.
  package var attachments: String { path + "/attachments" }
  /// The folder of the files that an app's notifications show.
  package func attachments(of app: String) -> String {
    "\(attachments)/\(FileNameComponent(of: app))"
  }
  /// The lock that is held while such files are added or removed.
  package func attachmentLock(of app: String) -> String {
    lock(OwnerName("attachments", of: app))
  }
  /// The delivery log of an owner.
  package func deliveryLog(of owner: OwnerName) -> String { "\(path)/\(owner).log" }
  /// The folder of the temporary files of service extensions.
  package var extensionScratch: String { path + "/extensions" }
  /// The box's enrolment with a gateway, which holds secrets.
  package var enrolment: String { path + "/remote.json" }
  /// The topics of ntfy servers that the box listens to, which may hold secrets.
  package var ntfy: String { path + "/remote-ntfy.json" }

  /// The minimum room, in bytes, that is enough to write to the database.
  private static let minimumRoom: UInt = 65_536

  /// The reason why nothing can be written there; nil where there is none, or it is not known.
  public var diskFailure: StoreError? {
    var status = statvfs()
    guard statvfs(path, &status) == 0 else { return nil }
    if status.f_flag & UInt(ST_RDONLY) != 0 { return .readOnly(path) }
    return UInt(status.f_bavail) * status.f_bsize < Self.minimumRoom ? .full : nil
  }

  package func create() throws(StoreError) {
    do {
      try StoreFile.makeFolder(path)
    } catch {
      throw StoreError(error, "make the folder", path)
    }
    try check()
    keepPrivate()
    makeDatabase()
  }

  /// Copies that a user has put there, and backups of earlier versions, may be readable to all.
  private func keepPrivate() {
    for path in [database, database + "-wal", database + "-shm", backup] {
      var status = stat()
      if lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
        status.st_mode & 0o077 != 0, status.st_uid == getuid()
      {
        chmod(path, status.st_mode & 0o700)
      }
    }
  }

  /// Makes the database with rights for the user alone; SQLite's other files get the same.
  ///
  /// An existing database file is never opened here. POSIX locks belong to the process (POSIX.1-2017,
  /// fcntl), so closing it would drop the locks of all SQLite connections of this process, and another
  /// process could then delete the log in use. So a new database gets its name after it is closed.
  private func makeDatabase() {
    guard access(database, F_OK) != 0, access(replacement, F_OK) != 0 else { return }
    let fresh = database + ".new-\(UUID().uuidString)"
    guard (try? Self.makeEmpty(fresh)) != nil else { return }
    link(fresh, database)
    unlink(fresh)
  }

  /// Creates a file that only the owner of its folder may read.
  package static func makeEmpty(_ path: String) throws(StoreError) {
    do {
      close(try StoreFile.make(path))
    } catch {
      throw StoreError(error, "make", path)
    }
  }

  /// The path at which a damaged file is kept.
  package func quarantine(at date: Date) -> String {
    let style = Date.ISO8601FormatStyle(dateSeparator: .omitted, timeSeparator: .omitted)
    let base = database + ".corrupt-" + date.formatted(style)
    var path = base
    var number = 1
    // Where a process was killed while it set the database aside, the database has the name
    // already.
    while let other = Self.number(of: path), other != Self.number(of: database) {
      number += 1
      path = base + "-\(number)"
    }
    return path
  }

  private static func number(of path: String) -> ino_t? {
    var status = stat()
    return lstat(path, &status) == 0 ? status.st_ino : nil
  }

  // MARK: Another database

  package var hasReplacement: Bool { access(replacement, F_OK) == 0 }

  /// Makes `path`, a whole and synced database, the replacement of ``database``. From then on it is
  /// the store's database, even if this process dies.
  /// - Parameter date: the date in the names of the files that are set aside.
  package func decideOn(_ path: String, at date: Date) throws {
    let time = timespec(tv_sec: Int(date.timeIntervalSince1970.rounded(.down)), tv_nsec: 0)
    utimensat(AT_FDCWD, path, [time, time], AT_SYMLINK_NOFOLLOW)
    try Self.synchronize(path)
    guard rename(path, replacement) == 0 else { throw Self.failure("rename", path) }
    try Self.synchronize(self.path)
  }

  /// Sets the database aside and puts ``replacement`` in its place. The caller must hold the
  /// store's lock alone. If a process was killed during the replacement, the next call completes
  /// it.
  ///
  /// The log goes first, so that a new database never meets an old log. As long as the replacement
  /// has its own name, no process looks at the old database.
  package func replaceDatabase() throws {
    var status = stat()
    guard stat(replacement, &status) == 0 else { return }
    let aside = quarantine(at: Date(timeIntervalSince1970: Double(status.st_mtim.tv_sec)))
    for suffix in ["-wal", "-shm"] where rename(database + suffix, aside + suffix) != 0 {
      guard errno == ENOENT else { throw Self.failure("rename", database + suffix) }
    }
    // Gives the file both names at first, so that there is always a database.
    if link(database, aside) != 0, errno != ENOENT, errno != EEXIST, rename(database, aside) != 0 {
      throw Self.failure("rename", database)
    }
    guard rename(replacement, database) == 0 else { throw Self.failure("rename", replacement) }
    try Self.synchronize(path)
  }

  private static func failure(_ call: String, _ path: String) -> StoreError {
    switch errno {
    case EROFS, EACCES, EPERM: .readOnly(path)
    case ENOSPC, EDQUOT: .full
    default: .io("cannot \(call) \(path): \(String(cString: strerror(errno)))")
    }
  }

  /// Replaces a file in the folder, which is on the disk when this returns.
  package func replace(_ path: String, with bytes: some Sequence<UInt8>) throws(StoreError) {
    do {
      try StoreFile.replace(path, with: Array(bytes))
    } catch {
      throw StoreError(error, "replace", path)
    }
  }

  // MARK: The backup

  /// Replaces the backup by what `write` writes to a path, once it is complete.
  package func replaceBackup(_ write: (String) throws -> Void) throws {
    let fresh = backup + ".new"
    unlink(fresh)
    do {
      try Self.makeEmpty(fresh)
      try write(fresh)
      try Self.synchronize(fresh)
      guard rename(fresh, backup) == 0 else { throw StoreError.io("cannot rename the backup") }
      try Self.synchronize(path)
    } catch {
      unlink(fresh)
      throw error
    }
  }

  private static func synchronize(_ path: String) throws {
    let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw StoreError.io("cannot open \(path)") }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw StoreError.io("cannot sync \(path)") }
  }
}
