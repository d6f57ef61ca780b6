import Glibc

extension StoreFolder {
  /// Refuses a folder in which something else has the name of one of the store's files, before
  /// anything opens it: SQLite follows links, and waits for pipes.
  /// - Throws: `StoreError.unusable`, which names the file and what to do.
  package func check() throws(StoreError) {
    for path in files { try check(path, wanted: S_IFREG, "a file") }
    for path in folders { try check(path, wanted: S_IFDIR, "a folder") }
    for owner in ["scheduler", "status", "center"] as [OwnerName] {
      try check(WakeSocket.path(of: owner, in: self), wanted: S_IFSOCK, "a socket")
    }
    // The user may keep these elsewhere, and link to them.
    for path in [enrolment, ntfy] {
      var status = stat()
      guard stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG else { continue }
      throw .unusable("'\(path)' is not a file: move it away")
    }
  }

  /// Refuses what ``check()`` refuses, of the files with which an owner delivers.
  /// - Throws: `StoreError.unusable`.
  package func check(filesOf owner: OwnerName) throws(StoreError) {
    for path in [lock(owner), deliveryLog(of: owner)] {
      try check(path, wanted: S_IFREG, "a file")
    }
  }

  /// The names that a store has whatever its apps are. The files of an app are checked when they
  /// are opened, by ``StoreFile``.
  private var files: [String] {
    [database, backup, replacement, database + ".new"].flatMap { [$0, $0 + "-wal", $0 + "-shm"] }
      + [database + "-journal", backup + ".new", deliveryLog(of: "scheduler")]
      + (["store", "migration", "scheduler", "center", "content-extensions"] as [OwnerName])
      .map(lock)
  }

  private var folders: [String] { [attachments, extensionScratch] }

  private func check(_ path: String, wanted: mode_t, _ kind: String) throws(StoreError) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    if let found = StoreFile.wrongKind(at: path, wanted: wanted) {
      throw .unusable("'\(path)' is \(found), not \(kind): move it away")
    }
    guard status.st_uid != geteuid(), access(path, R_OK) != 0 else { return }
    throw .unusable(
      "'\(path)' belongs to \(Self.name(ofUser: status.st_uid)): as root, run "
        + "chown -R \(owner.map { Self.name(ofUser: $0) } ?? "USER") '\(self.path)'")
  }

  // MARK: The owner

  /// The number of the user to whom the folder belongs; nil where there is no folder.
  private var owner: uid_t? {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_uid : nil
  }

  /// The name of the folder's owner, if that is not the user of this process.
  public var otherOwner: String? {
    guard let owner, owner != geteuid() else { return nil }
    return Self.name(ofUser: owner)
  }

  private static func name(ofUser number: uid_t) -> String {
    guard let entry = getpwuid(number) else { return "user \(number)" }
    return String(cString: entry.pointee.pw_name)
  }
}
