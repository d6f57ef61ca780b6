import Foundation
import Glibc

/// The folder of a user's notifications, and the files in it.
public struct StoreFolder: Sendable, Hashable {
  public let path: String

  public init(path: String) { self.path = path }

  /// `$XDG_STATE_HOME/tocsin`, or `~/.local/state/tocsin` (XDG Base Directory Specification 0.8).
  /// - Parameter environment: nil is that of the process.
  public static func standard(
    environment: [String: String]? = nil
  ) -> StoreFolder {
    let environment = environment ?? ProcessInfo.processInfo.environment
    let given = environment["XDG_STATE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    let home = environment["HOME"] ?? NSHomeDirectory()
    return StoreFolder(path: (given ?? home + "/.local/state") + "/tocsin")
  }

  public var database: String { path + "/notifications.sqlite" }
  /// The copy that a damaged database is completed from.
  public var backup: String { path + "/notifications.backup.sqlite" }

  /// The lock file of an owner.
  package func lock(_ owner: String) -> String { path + "/" + owner + ".lock" }
  /// The delivery log of an owner.
  func deliveryLog(of owner: String) -> String { path + "/" + owner + ".log" }

  package func create() throws(StoreError) {
    do {
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
    } catch {
      if access(path, W_OK) != 0, errno == EROFS || errno == EACCES { throw .readOnly(path) }
      throw .other("cannot make the folder \(path): \(String(cString: strerror(errno)))")
    }
    makeDatabase()
  }

  /// What notifications say is nobody else's business; SQLite's other files get the same rights.
  ///
  /// A database that is there is not opened: closing it would take SQLite's locks, which are the
  /// process's (POSIX.1-2017, fcntl), from every connection of this process, and the next process to
  /// close its own would throw the log away that they write to. So a new one gets its name when
  /// it is closed.
  private func makeDatabase() {
    guard access(database, F_OK) != 0 else { return }
    let fresh = database + ".new-\(UUID().uuidString)"
    let descriptor = Glibc.open(fresh, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return }
    close(descriptor)
    link(fresh, database)
    unlink(fresh)
  }

  /// Where a damaged file is kept.
  func quarantine(at date: Date) -> String {
    let style = Date.ISO8601FormatStyle(dateSeparator: .omitted, timeSeparator: .omitted)
    let base = database + ".corrupt-" + date.formatted(style)
    var path = base
    var number = 1
    while FileManager.default.fileExists(atPath: path) {
      number += 1
      path = base + "-\(number)"
    }
    return path
  }

  // MARK: The backup

  /// Puts what `write` writes at a path in the place of the backup, whole.
  func replaceBackup(_ write: (String) throws -> Void) throws {
    let fresh = backup + ".new"
    unlink(fresh)
    do {
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
    guard descriptor >= 0 else { throw StoreError.io("cannot open the backup") }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw StoreError.io("cannot write the backup") }
  }
}
