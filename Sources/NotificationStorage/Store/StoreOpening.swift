import CSystemSQLite
import FoundationEssentials
import Glibc

/// Opens the database of a folder, and repairs it where it has to.
struct StoreOpening {
  let folder: StoreFolder

  struct Opened {
    let writer: Connection
    /// The repair that was made.
    var recovery: StoreRecovery?
    /// The error that prevents writing; nil where there is none.
    var failure: StoreError?
    /// Whether it is a copy in memory of what could be read of the file.
    var isCopy = false
  }

  /// Bytes. Up to this size every page is checked; a larger database is checked without its
  /// indexes.
  private static let maximumFullCheck = 50_000_000

  /// - Parameter presence: the lock that shows who has the store open; nil where it is open
  ///   already.
  func open(
    _ check: NotificationStore.Check, presence: StoreLock? = nil
  ) throws(StoreError) -> Opened {
    do {
      let lock = try StoreLock(folder)
      // The first process checks the log before SQLite does, which takes a damaged frame for the
      // end.
      let isFirst = presence?.attempt(.presence, .alone) ?? false
      defer { if isFirst { _ = presence?.attempt(.presence, .shared) } }
      if !isFirst { try presence?.take(.presence, .shared) }
      return try open(check, isFirst: isFirst, lock)
    } catch {
      throw StoreError(error, path: folder.database)
    }
  }

  private func open(
    _ check: NotificationStore.Check, isFirst: Bool, _ lock: StoreLock?
  ) throws -> Opened {
    do {
      guard let lock else { return Opened(writer: try openConnection(check)) }
      if folder.hasReplacement { try lock.alone { try folder.replaceDatabase() } }
      return try lock.shared {
        if isFirst { try checkLog() }
        return Opened(writer: try openConnection(check))
      }
    } catch {
      switch StoreError(error, path: folder.database) {
      case .damaged(let text): return try mend(text, isFirst: isFirst, lock)
      case .readOnly(let path): return try openForReading(or: .readOnly(path))
      case .full: return try openForReading(or: .full)
      case .other where isUnwritable: return try openForReading(or: .readOnly(folder.path))
      case let other: throw other
      }
    }
  }

  /// SQLite does not write a database whose header names a newer file format (file format, 1.3.3),
  /// and reports no more than that.
  private func checkHeader(_ database: Database) throws {
    _ = try database.integer("PRAGMA schema_version")
    guard sqlite3_db_readonly(database.handle, "main") == 1,
      let form = try DamagedFile(folder.database).bytes.read(18, 1).first, form > 2
    else { return }
    throw StoreError.damaged("its header names form \(form) of the file")
  }

  /// SQLite reports no damaged frame, and overwrites the frames that follow it.
  private func checkLog() throws {
    guard let source = try DamagedFile.log(of: folder.database),
      let damage = try LogImage(source)?.damage
    else { return }
    throw StoreError.damaged(damage)
  }

  private func openConnection(_ check: NotificationStore.Check) throws -> Connection {
    // `synchronous = FULL`, because with less a loss of power takes acknowledged commits. With
    // `secure_delete`, which not all SQLites set by default, a salvage does not find deleted rows.
    var settings = "PRAGMA synchronous = FULL; PRAGMA secure_delete = ON"
    // A scheduler's: in 8 MiB, each page of ten thousand deliveries is written once.
    if check == .integrity { settings += "; PRAGMA cache_size = -8192" }
    let opened = try Connection(folder.database, settings: settings)
    do {
      try opened.use { try prepare($0, check) }
      return opened
    } catch {
      opened.close()
      throw error
    }
  }

  /// Two connections that change the mode at once refuse each other without waiting, so one goes
  /// first.
  private func setLogMode(_ database: Database) throws {
    if try database.text("PRAGMA journal_mode") == "wal" { return }
    let answer = try alone {
      // Only a new database can be set so that unused space is returned in parts.
      try database.execute("PRAGMA auto_vacuum = INCREMENTAL")
      return try database.text("PRAGMA journal_mode = WAL")
    }
    guard answer == "wal" else {
      throw SQLiteError(SQLITE_CANTOPEN, "the file system has no write-ahead log")
    }
  }

  private func prepare(_ database: Database, _ check: NotificationStore.Check) throws {
    do {
      try prepareWhole(database, check)
    } catch {
      throw StoreError.cause(of: error, in: database)
    }
  }

  private func prepareWhole(_ database: Database, _ check: NotificationStore.Check) throws {
    try setLogMode(database)
    try checkHeader(database)
    if check == .integrity { try Self.checkIntegrity(database) }
    let state = try Migrations.state(of: database)
    if state.isTooNew { throw StoreError.tooNew }
    if !state.isComplete { try migrate(database) }
    if check == .integrity { try Self.checkForm(database) }
  }

  /// One process at a time: a second one would find tables that it is about to create, which looks
  /// like a damaged database. It then skips the migrations that the first one has made. A scheduler
  /// that runs is of an earlier version, and cannot read what comes out of it.
  private func migrate(_ database: Database) throws {
    try alone {
      let state = try Migrations.state(of: database)
      if state.isComplete { return }
      if !state.isNew, SchedulerLock.isHeldByAnother(in: folder) { throw StoreError.outdated }
      try Migrations.apply(to: database)
    }
  }

  /// Runs `work` while no other process creates or migrates the database.
  private func alone<Value>(_ work: () throws -> Value) throws -> Value {
    let lock = try FileLock.wait(for: folder.lock("migration"))
    defer { withExtendedLifetime(lock) {} }
    return try work()
  }

  /// SQLite does not see a change within the text of the schema as damage. Additions of the user,
  /// such as an index, are allowed.
  private static func checkForm(_ database: Database) throws {
    let found = try Set(database.texts(form))
    guard try found.isSuperset(of: model.get()) else {
      throw StoreError.damaged("its tables are not those that were made")
    }
  }

  private static let form =
    "SELECT sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_%' ORDER BY name"

  /// The form of an empty database of the current schema.
  private static let model = Result {
    try Connection().use { database in
      try Migrations.apply(to: database)
      return try database.texts(form)
    }
  }

  private static func checkIntegrity(_ database: Database) throws {
    let pages = try database.integer("PRAGMA page_count") ?? 0
    let size = try database.integer("PRAGMA page_size") ?? 0
    let check = pages * size < maximumFullCheck ? "integrity_check" : "quick_check"
    let answer = try database.text("PRAGMA \(check)(1)") ?? "no answer"
    if answer != "ok" { throw StoreError.damaged(answer) }
  }

  // MARK: A disk that cannot be written

  private var isUnwritable: Bool {
    !FileManager.default.isWritableFile(atPath: folder.path)
      && FileManager.default.isReadableFile(atPath: folder.database)
  }

  /// Opens the database for reading; `error` is the reason why it cannot be written.
  private func openForReading(or error: StoreError) throws(StoreError) -> Opened {
    if let reader = reader(folder.database, .readOnly) {
      return Opened(writer: reader, failure: error)
    }
    // No other process has it open: otherwise the file that connections share would exist.
    if error == .full, let copy = copy() {
      return Opened(writer: copy, failure: error, isCopy: true)
    }
    // The disk cannot be written, so no process changes the database: SQLite needs no lock then.
    let path = URL(fileURLWithPath: folder.database).path(percentEncoded: true)
    if isUnwritable, let reader = reader(path, .immutable) {
      return Opened(writer: reader, failure: error)
    }
    throw error
  }

  /// A copy in memory, for a disk without room for the file that connections share. Without that
  /// file only one connection can read the database, so it is open only while it is copied.
  private func copy() -> Connection? {
    let alone = "PRAGMA locking_mode = EXCLUSIVE"
    guard let source = reader(folder.database, .readAndWrite, settings: alone) else { return nil }
    defer { source.close() }
    return try? source.use { try $0.copied() }
  }

  private func reader(
    _ path: String, _ access: Database.Access, settings: String = ""
  ) -> Connection? {
    guard let opened = try? Connection(path, access, settings: settings),
      (try? opened.use { try $0.integer("SELECT count(*) FROM request") }) != nil
    else { return nil }
    return opened
  }

  // MARK: A damaged database

  /// Only one process repairs, while none writes; a process that has waited for it finds a whole
  /// database.
  private func mend(_ damage: String, isFirst: Bool, _ lock: StoreLock?) throws -> Opened {
    guard let lock else { return try salvageForReading(damage, .readOnly(folder.path)) }
    do {
      return try lock.alone {
        try folder.replaceDatabase()
        // A second connection must find the damage, too. A database that is only busy, full or
        // failing for the moment is whole.
        do {
          if isFirst { try checkLog() }
          return Opened(writer: try openConnection(.integrity))
        } catch {
          guard case .damaged = StoreError(error, path: folder.database) else { throw error }
        }
        return try salvage(damage)
      }
    } catch {
      switch StoreError(error, path: folder.database) {
      case .full: return try salvageForReading(damage, .full)
      case .readOnly(let path): return try salvageForReading(damage, .readOnly(path))
      case let other: throw other
      }
    }
  }

  /// Changes nothing until the new database is whole.
  private func salvage(_ damage: String) throws -> Opened {
    var salvage = Salvage(folder: folder, damage: damage)
    let path = folder.database + ".new"
    do {
      try makeDatabase(at: path) { try salvage.fill($0) }
      try folder.decideOn(path, at: salvage.recovery.date)
    } catch {
      for suffix in ["", "-wal", "-shm"] { unlink(path + suffix) }
      throw error
    }
    try folder.replaceDatabase()
    let opened = Opened(writer: try openConnection(.none), recovery: salvage.recovery)
    // No scheduler has read the new database yet.
    SchedulerWaker(folder: folder).wake(.everything)
    return opened
  }

  private func makeDatabase(at path: String, _ fill: (Database) throws -> Void) throws {
    for suffix in ["", "-wal", "-shm"] { unlink(path + suffix) }
    try StoreFolder.makeEmpty(path)
    // A process that is killed here begins again; the file is synced when it is whole.
    let new = try Connection(
      path,
      settings: """
        PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF
        """)
    defer { new.close() }
    try new.use { database in
      try Migrations.apply(to: database)
      try database.transaction(.writing) { try fill(database) }
      try database.execute("PRAGMA journal_mode = WAL")
    }
  }

  /// For a damaged database that cannot be replaced for now: due requests are delivered all the
  /// same.
  private func salvageForReading(_ damage: String, _ error: StoreError) throws -> Opened {
    var salvage = Salvage(folder: folder, damage: damage, staysThere: true)
    let copy = try Connection()
    try copy.use { database in
      try Migrations.apply(to: database)
      try database.transaction(.writing) { try salvage.fill(database) }
    }
    return Opened(writer: copy, failure: error, isCopy: true)
  }
}
