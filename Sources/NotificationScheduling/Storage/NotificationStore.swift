import Foundation
import GRDB
import GRDBSQLite
import Synchronization

/// The store of a user: one SQLite database, which every process of the user may share.
///
/// It is in WAL mode with `synchronous = FULL`: what a call has done survives a loss of power when
/// the call has returned. Claims and their ends alone are synced a moment later: a loss of power in
/// between repeats a delivery, and loses none.
public final class NotificationStore: Sendable {
  /// How far to trust the file at the start.
  public enum Check: Sendable {
    /// Open it as it is: what a short visit does.
    case none
    /// Check its integrity, and mend it if need be: what a scheduler does.
    case integrity
  }

  /// Nil for a store in memory.
  public let folder: StoreFolder?
  let waker: SchedulerWaker
  private let syncer: LogSyncer?
  private let writer: Mutex<any DatabaseWriter>
  /// The connection that copies, once it is needed. It stays: when GRDB's connections go, the
  /// threads that all tasks share are used, and from then on the process wakes each second.
  private let copier = Mutex<DatabaseQueue?>(nil)
  let profiles: ProfileReader?
  private let lastRecovery = Mutex<StoreRecovery?>(nil)

  /// Opens the database in `folder`, which is made where there is none.
  ///
  /// A damaged database is set aside and what can be read of it is taken over, in any case where it
  /// cannot be opened, and with ``Check/integrity`` where it is damaged within; see ``recovery``.
  public init(folder: StoreFolder, check: Check = .none) throws(StoreError) {
    self.folder = folder
    waker = SchedulerWaker(folder: folder)
    syncer = LogSyncer(folder.database + "-wal")
    profiles = ProfileReader(folder.database)
    try folder.create()
    let opened = try SQLiteOpening(folder: folder).open(check)
    writer = Mutex(opened.writer)
    lastRecovery.withLock { $0 = opened.recovery }
    if check == .integrity { folder.keepReserve() }
  }

  /// A store that lives as long as this value.
  public init() {
    folder = nil
    waker = SchedulerWaker(folder: nil)
    syncer = nil
    profiles = nil
    do {
      let queue = try DatabaseQueue(configuration: SQLiteOpening.configuration())
      try Migrations.all.migrate(queue)
      writer = Mutex(queue)
    } catch {
      // Nothing but memory is needed for it.
      fatalError("a database in memory cannot be made: \(error)")
    }
  }

  /// What was mended when the store was opened; nil where nothing had to be.
  public var recovery: StoreRecovery? { lastRecovery.withLock { $0 } }

  /// The connection that writes is the last to go: it puts the log into the database.
  deinit {
    copier.withLock { try? $0?.close() }
    profiles?.close()
  }

  public func recover() throws(StoreError) {
    guard let folder else { return }
    closeReaders()
    try? writer.withLock { $0 }.close()
    let opened = try SQLiteOpening(folder: folder).open(.integrity)
    writer.withLock { $0 = opened.writer }
    if let recovery = opened.recovery { lastRecovery.withLock { $0 = recovery } }
    folder.keepReserve()
  }

  private func closeReaders() {
    copier.withLock { $0 = nil }
    profiles?.close()
  }

  public func releaseReserve() -> Bool { folder?.releaseReserve() ?? false }

  /// Keeps a copy to recover from.
  public func backUp() throws(StoreError) {
    guard let folder else { return }
    do {
      // One at a time: another one would write into the same new file.
      try copier.withLock { copier in
        let reader = try copier ?? openCopier(folder)
        copier = reader
        try folder.replaceBackup { path in
          try reader.inDatabase { try $0.execute(sql: "VACUUM INTO ?", arguments: [path]) }
        }
      }
    } catch {
      throw StoreError(error, path: folder.database)
    }
  }

  private func openCopier(_ folder: StoreFolder) throws -> DatabaseQueue {
    var configuration = SQLiteOpening.configuration()
    configuration.readonly = true
    return try DatabaseQueue(path: folder.database, configuration: configuration)
  }

  /// One transaction that writes.
  func write<Value>(_ work: (Database) throws -> Value) throws(StoreError) -> Value {
    try perform { writer in
      try writer.writeWithoutTransaction { try Self.transaction(in: $0, work) }
    }
  }

  /// One transaction that writes, and survives a loss of power a moment later; the end of the
  /// process, however it comes, it survives at once.
  ///
  /// A delivery does not wait for the disk: neither the claim before it, nor the record behind it.
  func writeSoon<Value>(_ work: (Database) throws -> Value) throws(StoreError) -> Value {
    var hasChanged = false
    let value = try perform { writer in
      try writer.writeWithoutTransaction { database in
        try database.execute(sql: "PRAGMA synchronous = NORMAL")
        defer { try? database.execute(sql: "PRAGMA synchronous = FULL") }
        let before = database.totalChangesCount
        defer { hasChanged = database.totalChangesCount > before }
        return try Self.transaction(.immediate, in: database, work)
      }
    }
    if hasChanged { syncer?.request() }
    return value
  }

  /// One transaction that reads.
  ///
  /// Not GRDB's `read`: its `PRAGMA query_only` makes SQLite compile all cached statements anew,
  /// which takes most of the time of a claim.
  func read<Value>(_ work: (Database) throws -> Value) throws(StoreError) -> Value {
    try perform { writer in
      try writer.unsafeRead { try Self.transaction(.deferred, in: $0, work) }
    }
  }

  /// - Throws: `DatabaseSetAside` where the database is no more the one in the folder, too: what is
  ///   written to it, or read from it, is lost.
  private static func transaction<Value>(
    _ kind: Database.TransactionKind? = nil, in database: Database,
    _ work: (Database) throws -> Value
  ) throws -> Value {
    var value: Value?
    try database.inTransaction(kind) {
      if try isSetAside(database) { throw DatabaseSetAside() }
      value = try work(database)
      return .commit
    }
    guard let value else { throw StoreError.other("the transaction did not run") }
    return value
  }

  private func perform<Value>(
    _ work: (any DatabaseWriter) throws -> Value
  ) throws(StoreError) -> Value {
    do {
      do {
        return try work(writer.withLock { $0 })
      } catch is DatabaseSetAside {
        return try work(try reopen())
      }
    } catch {
      throw StoreError(error, path: folder?.database ?? ":memory:")
    }
  }

  // MARK: A database that another process has set aside

  /// The file that is open is not the one in the folder any more.
  private struct DatabaseSetAside: Error {}

  private static func isSetAside(_ database: Database) throws -> Bool {
    var hasMoved: CInt = 0
    let code = sqlite3_file_control(
      database.sqliteConnection, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved)
    return code == SQLITE_OK && hasMoved != 0
  }

  /// Opens the database that is in the folder now.
  private func reopen() throws(StoreError) -> any DatabaseWriter {
    closeReaders()
    return try writer.withLock { writer throws(StoreError) in
      guard let folder else { return writer }
      // Another thread may have done it.
      if let isSetAside = try? writer.unsafeRead(Self.isSetAside), !isSetAside { return writer }
      try folder.create()
      writer = try SQLiteOpening(folder: folder).open(.none).writer
      return writer
    }
  }
}

extension NotificationStore {
  /// How the database is set: the answer of a PRAGMA on the connection that writes.
  func pragma(_ name: String) throws(StoreError) -> String {
    try write { database in
      try String.fetchOne(database, sql: "PRAGMA \(name)") ?? ""
    }
  }

  /// For tests, which damage a database.
  func execute(_ sql: String) throws(StoreError) {
    try write { try $0.execute(sql: sql) }
  }
}
