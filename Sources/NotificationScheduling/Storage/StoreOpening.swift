import Foundation
import GRDB
import GRDBSQLite
import Glibc

/// Opens the database of a folder, and repairs it where it has to.
struct StoreOpening {
  let folder: StoreFolder

  struct Opened {
    let writer: any DatabaseWriter
    /// What was done about damage.
    var recovery: StoreRecovery?
    /// Why nothing can be written; nil where it can.
    var failure: StoreError?
    /// It is in memory, and of the file it has what could be read.
    var isCopy = false
  }

  /// Up to this size every page is checked; a larger database is checked without its indexes.
  private static let greatestFullCheck = 50_000_000

  /// - Parameter presence: the lock by which the store knows who has it open; nil where it is open
  ///   already.
  func open(
    _ check: NotificationStore.Check, presence: StoreLock? = nil
  ) throws(StoreError) -> Opened {
    do {
      let lock = try StoreLock(folder)
      // The first one looks at the log before SQLite does, which takes a damaged frame for the end.
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

  /// A database whose header names a newer form of the file is not written by SQLite (file format,
  /// 1.3.3), which says no more than that.
  private func checkHeader(_ queue: DatabaseQueue) throws {
    let isReadOnly = try queue.unsafeRead { database in
      _ = try Int.fetchOne(database, sql: "PRAGMA schema_version")
      return sqlite3_db_readonly(database.sqliteConnection, "main") == 1
    }
    guard isReadOnly, let form = try DamagedFile(folder.database).bytes.read(18, 1).first, form > 2
    else { return }
    throw StoreError.damaged("its header names form \(form) of the file")
  }

  /// SQLite says nothing of a damaged frame, and writes over those that follow.
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
    // Not GRDB's own, with which Linux is asked for a priority that ordinary users may not have.
    configuration.qos = .default
    return configuration
  }

  private func openQueue(_ check: NotificationStore.Check) throws -> any DatabaseWriter {
    var configuration = Self.configuration()
    // Not GRDB's setting, which means `synchronous = NORMAL`, too, with which a loss of power takes
    // acknowledged commits, and costs each short visit a commit of its own.
    // What was deleted is not to be found by a salvage: not all SQLites do it by themselves.
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

  /// Two connections that do it at once refuse each other, without waiting: one goes first.
  private func setLogMode(_ queue: DatabaseQueue) throws {
    func mode(_ pragma: String) throws -> String? {
      try queue.inDatabase { try String.fetchOne($0, sql: pragma) }
    }
    if try mode("PRAGMA journal_mode") == "wal" { return }
    let answer = try alone {
      // Of a database that is new: room that nothing needs can be given back in parts.
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

  /// One process at a time: a second one would find tables there that it is about to make, which
  /// is what a damaged database looks like. What the first has made, the second leaves out.
  private func migrate(_ queue: DatabaseQueue) throws {
    try alone { try Migrations.all.migrate(queue) }
  }

  /// Makes the database while no other process does.
  private func alone<Value>(_ work: () throws -> Value) throws -> Value {
    let lock = try FileLock.wait(for: folder.lock("migration"))
    defer { withExtendedLifetime(lock) {} }
    return try work()
  }

  /// A change within the text of the schema is not damage to SQLite. What somebody has added, such
  /// as an index, is none to this.
  private static func checkForm(_ database: Database) throws {
    let found = try Set(String.fetchAll(database, sql: form))
    guard try found.isSuperset(of: model.get().form) else {
      throw StoreError.damaged("its tables are not those that were made")
    }
  }

  private static let form =
    "SELECT sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_%' ORDER BY name"

  /// An empty database of today's form; it stays open, for the reason of ``NotificationStore``'s
  /// copier.
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

  /// What is there can be read; `error` is why it cannot be written.
  private func openForReading(or error: StoreError) throws(StoreError) -> Opened {
    var configuration = Self.configuration()
    configuration.readonly = true
    if let queue = reader(folder.database, configuration) {
      return Opened(writer: queue, failure: error)
    }
    // Nobody else is there, or the file that connections share would be.
    if error == .full, let copy = copy() {
      return Opened(writer: copy, failure: error, isCopy: true)
    }
    // Nobody can write there, so nobody changes it: SQLite needs no lock then.
    if isUnwritable,
      let path = folder.database.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed),
      let queue = reader("file:\(path)?immutable=1", configuration)
    {
      return Opened(writer: queue, failure: error)
    }
    throw error
  }

  /// A copy in memory, for a disk without room for the file that connections share. Without that
  /// file the database can be read by one alone: so only for a moment.
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

  /// Only one process repairs, while nobody writes; who waited for it finds a whole database.
  private func mend(_ damage: String, isFirst: Bool, _ lock: StoreLock?) throws -> Opened {
    guard let lock else { return try salvageForReading(damage, .readOnly(folder.path)) }
    do {
      return try lock.alone {
        try folder.replaceDatabase()
        // A second connection has to agree; what is busy, full or failing for the moment is whole.
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

  /// Nothing is touched until the new database is whole.
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
    // Nobody has seen what is there now.
    SchedulerWaker(folder: folder).wake()
    return opened
  }

  private func makeDatabase(at path: String, _ fill: (Database) throws -> Void) throws {
    for suffix in ["", "-wal", "-shm"] { unlink(path + suffix) }
    try StoreFolder.makeEmpty(path)
    var configuration = Self.configuration()
    // Whoever is killed in it begins again; it is synced when it is whole.
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

  /// Where the damaged database cannot be replaced for now: what is due comes all the same.
  private func salvageForReading(_ damage: String, _ error: StoreError) throws -> Opened {
    var salvage = Salvage(folder: folder, damage: damage, staysThere: true)
    let queue = try DatabaseQueue(configuration: Self.configuration())
    try Migrations.all.migrate(queue)
    try queue.write { try salvage.fill($0) }
    return Opened(writer: queue, failure: error, isCopy: true)
  }
}
