import Foundation
import GRDB
import GRDBSQLite
import Glibc

/// Opens the database of a folder, and repairs it where it has to.
struct StoreOpening {
  let folder: StoreFolder

  struct Opened {
    let writer: any DatabaseWriter
    /// The repair that was made.
    var recovery: StoreRecovery?
    /// The error that prevents writing; nil where there is none.
    var failure: StoreError?
    /// Whether it is a copy in memory of what could be read of the file.
    var isCopy = false
  }

  /// Bytes. Up to this size every page is checked; a larger database is checked without its
  /// indexes.
  private static let greatestFullCheck = 50_000_000

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
      guard let lock else { return Opened(writer: try openQueue(check)) }
      if folder.hasReplacement { try lock.alone { try folder.replaceDatabase() } }
      return try lock.shared {
        if isFirst { try checkLog() }
        return Opened(writer: try openQueue(check))
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
  private func checkHeader(_ queue: DatabaseQueue) throws {
    let isReadOnly = try queue.unsafeRead { database in
      _ = try Int.fetchOne(database, sql: "PRAGMA schema_version")
      return sqlite3_db_readonly(database.sqliteConnection, "main") == 1
    }
    guard isReadOnly, let form = try DamagedFile(folder.database).bytes.read(18, 1).first, form > 2
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

  static func configuration() -> Configuration {
    var configuration = Configuration()
    configuration.busyMode = .timeout(StoreLock.timeout)
    configuration.label = "tocsin.notifications"
    // Not GRDB's default, which asks Linux for a priority that ordinary users may not have.
    configuration.qos = .default
    return configuration
  }

  private func openQueue(_ check: NotificationStore.Check) throws -> any DatabaseWriter {
    var configuration = Self.configuration()
    // Not GRDB's setting: it implies `synchronous = NORMAL`, with which a loss of power takes
    // acknowledged commits, and it costs each short visit a commit of its own. With
    // `secure_delete`, which not all SQLites set by default, a salvage does not find deleted rows.
    configuration.prepareDatabase {
      try $0.execute(sql: "PRAGMA synchronous = FULL; PRAGMA secure_delete = ON")
    }
    let queue = try DatabaseQueue(path: folder.database, configuration: configuration)
    do {
      try prepare(queue, check)
      return queue
    } catch {
      try? queue.close()
      throw error
    }
  }

  /// Two connections that change the mode at once refuse each other without waiting, so one goes
  /// first.
  private func setLogMode(_ queue: DatabaseQueue) throws {
    func mode(_ pragma: String) throws -> String? {
      try queue.inDatabase { try String.fetchOne($0, sql: pragma) }
    }
    if try mode("PRAGMA journal_mode") == "wal" { return }
    let answer = try alone {
      // Only a new database can be set so that unused space is returned in parts.
      _ = try mode("PRAGMA auto_vacuum = INCREMENTAL")
      return try mode("PRAGMA journal_mode = WAL")
    }
    guard answer == "wal" else {
      throw DatabaseError(
        resultCode: .SQLITE_CANTOPEN, message: "the file system has no write-ahead log")
    }
  }

  private func prepare(_ queue: DatabaseQueue, _ check: NotificationStore.Check) throws {
    do {
      try prepareWhole(queue, check)
    } catch {
      throw queue.unsafeRead { StoreError.cause(of: error, in: $0) }
    }
  }

  private func prepareWhole(_ queue: DatabaseQueue, _ check: NotificationStore.Check) throws {
    try setLogMode(queue)
    try checkHeader(queue)
    if check == .integrity {
      try queue.writeWithoutTransaction { try Self.checkIntegrity($0) }
    }
    let migrations = Migrations.all
    let state = try queue.read { database in
      (
        isTooNew: try migrations.hasBeenSuperseded(database),
        isComplete: try migrations.hasCompletedMigrations(database)
      )
    }
    if state.isTooNew { throw StoreError.tooNew }
    if !state.isComplete { try migrate(queue) }
    if check == .integrity { try queue.read { try Self.checkForm($0) } }
  }

  /// One process at a time: a second one would find tables that it is about to create, which looks
  /// like a damaged database. It then skips the migrations that the first one has made.
  private func migrate(_ queue: DatabaseQueue) throws {
    try alone { try Migrations.all.migrate(queue) }
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
    let found = try Set(String.fetchAll(database, sql: form))
    guard try found.isSuperset(of: model.get().form) else {
      throw StoreError.damaged("its tables are not those that were made")
    }
  }

  private static let form =
    "SELECT sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_%' ORDER BY name"

  /// An empty database of the current schema. It stays open, for the same reason as the connection
  /// for backups in ``StoreDatabase``.
  private static let model = Result {
    let queue = try DatabaseQueue()
    try Migrations.all.migrate(queue)
    return (queue: queue, form: try queue.read { try String.fetchAll($0, sql: form) })
  }

  private static func checkIntegrity(_ database: Database) throws {
    let pages = try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0
    let size = try Int.fetchOne(database, sql: "PRAGMA page_size") ?? 0
    let check = pages * size < greatestFullCheck ? "integrity_check" : "quick_check"
    let answer = try String.fetchOne(database, sql: "PRAGMA \(check)(1)") ?? "no answer"
    if answer != "ok" { throw StoreError.damaged(answer) }
  }

  // MARK: A disk that cannot be written

  private var isUnwritable: Bool {
    !FileManager.default.isWritableFile(atPath: folder.path)
      && FileManager.default.isReadableFile(atPath: folder.database)
  }

  /// Opens the database for reading; `error` is the reason why it cannot be written.
  private func openForReading(or error: StoreError) throws(StoreError) -> Opened {
    var configuration = Self.configuration()
    configuration.readonly = true
    if let queue = reader(folder.database, configuration) {
      return Opened(writer: queue, failure: error)
    }
    // No other process has it open: otherwise the file that connections share would exist.
    if error == .full, let copy = copy() {
      return Opened(writer: copy, failure: error, isCopy: true)
    }
    // The disk cannot be written, so no process changes the database: SQLite needs no lock then.
    if isUnwritable,
      let path = folder.database.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed),
      let queue = reader("file:\(path)?immutable=1", configuration)
    {
      return Opened(writer: queue, failure: error)
    }
    throw error
  }

  /// A copy in memory, for a disk without room for the file that connections share. Without that
  /// file only one connection can read the database, so it is open only while it is copied.
  private func copy() -> DatabaseQueue? {
    var alone = Self.configuration()
    alone.prepareDatabase { try $0.execute(sql: "PRAGMA locking_mode = EXCLUSIVE") }
    guard let queue = reader(folder.database, alone), let copy = try? DatabaseQueue() else {
      return nil
    }
    defer { try? queue.close() }
    return (try? queue.backup(to: copy)) == nil ? nil : copy
  }

  private func reader(_ path: String, _ configuration: Configuration) -> DatabaseQueue? {
    guard let queue = try? DatabaseQueue(path: path, configuration: configuration) else {
      return nil
    }
    let count = try? queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM request") }
    return count == nil ? nil : queue
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
          return Opened(writer: try openQueue(.integrity))
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
    let opened = Opened(writer: try openQueue(.none), recovery: salvage.recovery)
    // No scheduler has read the new database yet.
    SchedulerWaker(folder: folder).wake()
    return opened
  }

  private func makeDatabase(at path: String, _ fill: (Database) throws -> Void) throws {
    for suffix in ["", "-wal", "-shm"] { unlink(path + suffix) }
    try StoreFolder.makeEmpty(path)
    var configuration = Self.configuration()
    // A process that is killed here begins again; the file is synced when it is whole.
    configuration.prepareDatabase {
      try $0.execute(
        sql: """
          PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF
          """)
    }
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    do {
      try Migrations.all.migrate(queue)
      try queue.write(fill)
      try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = WAL") }
      try queue.close()
    } catch {
      try? queue.close()
      throw error
    }
  }

  /// For a damaged database that cannot be replaced for now: due requests are delivered all the
  /// same.
  private func salvageForReading(_ damage: String, _ error: StoreError) throws -> Opened {
    var salvage = Salvage(folder: folder, damage: damage, staysThere: true)
    let queue = try DatabaseQueue(configuration: Self.configuration())
    try Migrations.all.migrate(queue)
    try queue.write { try salvage.fill($0) }
    return Opened(writer: queue, failure: error, isCopy: true)
  }
}
