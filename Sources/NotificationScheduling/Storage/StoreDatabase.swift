import Foundation
import GRDB
import GRDBSQLite
import Synchronization

/// The connections to a store's database: one that writes, one that reads and waits for nobody.
///
/// The database is in WAL mode with `synchronous = FULL`: what a transaction has done survives a
/// loss of power when it has returned. Where another process has set the database aside, the next
/// transaction opens the one that is there now.
final class StoreDatabase: Sendable {
  /// Nil for one in memory.
  let folder: StoreFolder?
  private let state: Mutex<State>
  /// Nil where nothing can be written.
  private let lock: StoreLock?
  private let reader = Mutex<DatabaseQueue?>(nil)
  /// The connection that copies, once it is needed. It stays: when GRDB's connections go, the
  /// threads that all tasks share are used, and from then on the process wakes each second.
  private let copier = Mutex<DatabaseQueue?>(nil)

  private struct State {
    var opened: StoreOpening.Opened
    var recovery: StoreRecovery?
    /// When a database that could not be written was last opened again.
    var lastTry = ContinuousClock.now
  }

  init(folder: StoreFolder, check: NotificationStore.Check) throws(StoreError) {
    self.folder = folder
    try folder.create()
    lock = try Self.lock(of: folder)
    let opened = try StoreOpening(folder: folder).open(check, presence: lock)
    state = Mutex(State(opened: opened, recovery: opened.recovery))
  }

  /// On a full disk there may be no room for the lock's file: then nothing is written.
  private static func lock(of folder: StoreFolder) throws(StoreError) -> StoreLock? {
    do {
      return try StoreLock(folder)
    } catch .full {
      return nil
    }
  }

  init() {
    folder = nil
    lock = nil
    do {
      let queue = try DatabaseQueue(configuration: StoreOpening.configuration())
      try Migrations.all.migrate(queue)
      state = Mutex(State(opened: StoreOpening.Opened(writer: queue)))
    } catch {
      // Nothing but memory is needed for it.
      fatalError("a database in memory cannot be made: \(error)")
    }
  }

  /// The connection that writes is the last to go: it puts the log into the database.
  deinit {
    try? guarded {
      closeReaders()
      try? writer.close()
    }
  }

  var recovery: StoreRecovery? { state.withLock(\.recovery) }

  private var writer: any DatabaseWriter { state.withLock(\.opened.writer) }

  // MARK: Transactions

  /// One transaction that writes.
  func write<Value>(_ work: (Database) throws -> Value) throws(StoreError) -> Value {
    try becomeWritable()
    return try perform { writer in
      try writer.writeWithoutTransaction { database in
        try guarded { try transaction(in: database, work) }
      }
    }
  }

  /// One transaction that reads, after those that write in this process.
  ///
  /// Not GRDB's `read`: its `PRAGMA query_only` makes SQLite compile all cached statements again.
  func read<Value>(_ work: (Database) throws -> Value) throws(StoreError) -> Value {
    try perform { writer in
      try writer.unsafeRead { try transaction(.deferred, in: $0, work) }
    }
  }

  /// One transaction that reads beside those that write, in this process and in others: it waits
  /// for none of them.
  func look<Value>(_ work: (Database) throws -> Value) throws(StoreError) -> Value {
    do {
      for _ in 0..<2 {
        guard let queue = try lookingQueue() else { break }
        do {
          return try queue.inDatabase { try transaction(.deferred, in: $0, work) }
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
    try becomeWritable()
    try perform { writer in
      try writer.writeWithoutTransaction { database in
        try guarded {
          if try isSetAside(database) { throw DatabaseSetAside() }
          try work(database)
        }
      }
    }
  }

  /// Work while nobody replaces the database.
  private func guarded<Value>(_ work: () throws -> Value) throws -> Value {
    guard let lock else { return try work() }
    return try lock.shared(work)
  }

  private func lookingQueue() throws -> DatabaseQueue? {
    guard let folder, !state.withLock(\.opened.isCopy) else { return nil }
    return try reader.withLock { reader in
      if let reader { return reader }
      var configuration = StoreOpening.configuration()
      configuration.busyMode = .immediateError
      let queue = try open(folder, configuration)
      reader = queue
      return queue
    }
  }

  /// A connection that reads. Its log is opened with it, so that it is that of the same database.
  private func open(
    _ folder: StoreFolder, _ configuration: Configuration
  ) throws -> DatabaseQueue {
    var configuration = configuration
    configuration.readonly = true
    return try guarded {
      if folder.hasReplacement { throw DatabaseSetAside() }
      let queue = try DatabaseQueue(path: folder.database, configuration: configuration)
      try queue.inDatabase { _ = try Int.fetchOne($0, sql: "PRAGMA data_version") }
      return queue
    }
  }

  /// - Throws: `DatabaseSetAside` where the database is no more the one in the folder, too: what is
  ///   written to it, or read from it, is lost.
  private func transaction<Value>(
    _ kind: Database.TransactionKind? = nil, in database: Database,
    _ work: (Database) throws -> Value
  ) throws -> Value {
    var value: Value?
    do {
      try database.inTransaction(kind) {
        if try isSetAside(database) { throw DatabaseSetAside() }
        value = try work(database)
        return .commit
      }
    } catch {
      throw StoreError.cause(of: error, in: database)
    }
    guard let value else { throw StoreError.other("the transaction did not run") }
    return value
  }

  private func perform<Value>(
    _ work: (any DatabaseWriter) throws -> Value
  ) throws(StoreError) -> Value {
    do {
      do {
        return try work(writer)
      } catch is DatabaseSetAside {
        return try work(try follow())
      }
    } catch {
      throw StoreError(error, path: path)
    }
  }

  private var path: String { folder?.database ?? ":memory:" }

  // MARK: Opening again

  /// Opens the database again after a fault of the disk, checks it, and repairs what it can. The
  /// old connection is there until the new one is.
  func recover() throws(StoreError) {
    guard let folder else { return }
    closeReaders()
    try folder.create()
    take(try StoreOpening(folder: folder).open(.integrity))
    if let failure = state.withLock(\.opened.failure) { throw failure }
  }

  private func take(_ opened: StoreOpening.Opened) {
    let old = state.withLock { state in
      defer {
        state.opened = opened
        state.recovery = opened.recovery ?? state.recovery
      }
      return state.opened.writer
    }
    try? guarded { try? old.close() }
  }

  /// One that could not be written when it was opened is opened again, once a second at most.
  private func becomeWritable() throws(StoreError) {
    guard let folder, let failure = state.withLock(\.opened.failure) else { return }
    let isTime = state.withLock { state in
      guard ContinuousClock.now - state.lastTry >= .seconds(1) else { return false }
      state.lastTry = .now
      return true
    }
    guard isTime else { throw failure }
    closeReaders()
    take(try StoreOpening(folder: folder).open(.none))
    if let failure = state.withLock(\.opened.failure) { throw failure }
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

  private func isSetAside(_ database: Database) throws -> Bool {
    guard let folder else { return false }
    if folder.hasReplacement { return true }
    var hasMoved: CInt = 0
    let code = sqlite3_file_control(
      database.sqliteConnection, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved)
    return code == SQLITE_OK && hasMoved != 0
  }

  /// Opens the database that is in the folder now.
  private func follow() throws(StoreError) -> any DatabaseWriter {
    closeReaders()
    guard let folder else { return writer }
    // Another thread may have done it.
    if let isSetAside = try? writer.unsafeRead(isSetAside), !isSetAside { return writer }
    try folder.create()
    take(try StoreOpening(folder: folder).open(.none))
    return writer
  }

  // MARK: The backup

  /// Keeps a copy to recover from.
  func backUp() throws(StoreError) {
    guard let folder else { return }
    do {
      // One at a time: another one would write into the same new file.
      try copier.withLock { copier in
        let reader = try copier ?? open(folder, StoreOpening.configuration())
        copier = reader
        try folder.replaceBackup { path in
          try reader.inDatabase { database in
            try database.execute(sql: "VACUUM INTO ?", arguments: [path])
            // A copy of a damaged one would take the place of a good one.
            if try isSetAside(database) { throw StoreError.busy }
          }
        }
      }
    } catch {
      throw StoreError(error, path: path)
    }
  }
}
