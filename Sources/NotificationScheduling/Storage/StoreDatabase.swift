import Foundation
import GRDB
import GRDBSQLite
import Synchronization

/// The connections to a store's database: one that writes, one that reads and waits for nobody.
///
/// The database is in WAL mode with `synchronous = FULL`: what a transaction has done survives a loss
/// of power when it has returned. Where another process has set the database aside, the next
/// transaction opens the one that is there now.
final class StoreDatabase: Sendable {
  /// Nil for one in memory.
  let folder: StoreFolder?
  private let writer: Mutex<any DatabaseWriter>
  private let reader = Mutex<DatabaseQueue?>(nil)
  /// The connection that copies, once it is needed. It stays: when GRDB's connections go, the
  /// threads that all tasks share are used, and from then on the process wakes each second.
  private let copier = Mutex<DatabaseQueue?>(nil)
  private let lastRecovery = Mutex<StoreRecovery?>(nil)

  init(folder: StoreFolder, check: NotificationStore.Check) throws(StoreError) {
    self.folder = folder
    try folder.create()
    let opened = try StoreOpening(folder: folder).open(check)
    writer = Mutex(opened.writer)
    lastRecovery.withLock { $0 = opened.recovery }
  }

  init() {
    folder = nil
    do {
      let queue = try DatabaseQueue(configuration: StoreOpening.configuration())
      try Migrations.all.migrate(queue)
      writer = Mutex(queue)
    } catch {
      // Nothing but memory is needed for it.
      fatalError("a database in memory cannot be made: \(error)")
    }
  }

  /// The connection that writes is the last to go: it puts the log into the database.
  deinit { closeReaders() }

  var recovery: StoreRecovery? { lastRecovery.withLock { $0 } }

  // MARK: Transactions

  /// One transaction that writes.
  func write<Value>(_ work: (Database) throws -> Value) throws(StoreError) -> Value {
    try perform { writer in
      try writer.writeWithoutTransaction { try Self.transaction(in: $0, work) }
    }
  }

  /// One transaction that reads, behind those that write in this process.
  ///
  /// Not GRDB's `read`: its `PRAGMA query_only` makes SQLite compile all cached statements anew.
  func read<Value>(_ work: (Database) throws -> Value) throws(StoreError) -> Value {
    try perform { writer in
      try writer.unsafeRead { try Self.transaction(.deferred, in: $0, work) }
    }
  }

  /// One transaction that reads beside those that write, in this process and in others: it waits for
  /// none of them.
  func look<Value>(_ work: (Database) throws -> Value) throws(StoreError) -> Value {
    do {
      for _ in 0..<2 {
        guard let queue = try lookingQueue() else { break }
        do {
          return try queue.inDatabase { try Self.transaction(.deferred, in: $0, work) }
        } catch is DatabaseSetAside {
          closeReaders()
        }
      }
    } catch {
      switch StoreError(error, path: path) {
      case .busy: throw .busy
      case .damaged(let text): throw .damaged(text)
      // Where no second connection can be had, the one that writes reads, too.
      default: break
      }
    }
    return try read(work)
  }

  /// Work outside of a transaction on the connection that writes.
  func maintain(_ work: (Database) throws -> Void) throws(StoreError) {
    try perform { try $0.writeWithoutTransaction(work) }
  }

  private func lookingQueue() throws -> DatabaseQueue? {
    guard let folder else { return nil }
    return try reader.withLock { reader in
      if let reader { return reader }
      var configuration = StoreOpening.configuration()
      configuration.readonly = true
      configuration.busyMode = .immediateError
      let queue = try DatabaseQueue(path: folder.database, configuration: configuration)
      reader = queue
      return queue
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
        return try work(try follow())
      }
    } catch {
      throw StoreError(error, path: path)
    }
  }

  private var path: String { folder?.database ?? ":memory:" }

  // MARK: Opening anew

  /// Opens the database anew after a fault of the disk, checks it, and mends what can be mended. The
  /// old connection is there until the new one is.
  func recover() throws(StoreError) {
    guard let folder else { return }
    closeReaders()
    try folder.create()
    let opened = try StoreOpening(folder: folder).open(.integrity)
    let old = writer.withLock { writer in
      defer { writer = opened.writer }
      return writer
    }
    try? old.close()
    if let recovery = opened.recovery { lastRecovery.withLock { $0 = recovery } }
  }

  private func closeReaders() {
    copier.withLock { copier in
      try? copier?.close()
      copier = nil
    }
    reader.withLock { reader in
      try? reader?.close()
      reader = nil
    }
  }

  /// The file that is open is not the one in the folder any more.
  private struct DatabaseSetAside: Error {}

  private static func isSetAside(_ database: Database) throws -> Bool {
    var hasMoved: CInt = 0
    let code = sqlite3_file_control(
      database.sqliteConnection, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved)
    return code == SQLITE_OK && hasMoved != 0
  }

  /// Opens the database that is in the folder now.
  private func follow() throws(StoreError) -> any DatabaseWriter {
    closeReaders()
    return try writer.withLock { writer throws(StoreError) in
      guard let folder else { return writer }
      // Another thread may have done it.
      if let isSetAside = try? writer.unsafeRead(Self.isSetAside), !isSetAside { return writer }
      try folder.create()
      writer = try StoreOpening(folder: folder).open(.none).writer
      return writer
    }
  }

  // MARK: The backup

  /// Keeps a copy to recover from.
  func backUp() throws(StoreError) {
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
      throw StoreError(error, path: path)
    }
  }

  private func openCopier(_ folder: StoreFolder) throws -> DatabaseQueue {
    var configuration = StoreOpening.configuration()
    configuration.readonly = true
    return try DatabaseQueue(path: folder.database, configuration: configuration)
  }
}
