import CSystemSQLite
import FoundationEssentials
import Synchronization

/// The connections to a store's database: one that writes, and one that reads without waiting.
///
/// The database is in WAL mode with `synchronous = FULL`: when a transaction has returned, its
/// changes survive a loss of power, unless its caller needs less. Where another process has set the database aside, the next
/// transaction opens its successor.
final class StoreDatabase: Sendable {
  /// The folder; nil for a database in memory.
  let folder: StoreFolder?
  private let state: Mutex<State>
  /// The lock; nil where nothing can be written.
  private let lock: StoreLock?
  private let reader = Mutex<Connection?>(nil)
  /// Held for a backup: two would write into the same new file.
  private let backup = Mutex(())

  private struct State {
    var opened: StoreOpening.Opened
    var recovery: StoreRecovery?
    /// The time of the last try to open a database again that could not be written.
    var lastTry = ContinuousClock.now
  }

  init(folder: StoreFolder, check: NotificationStore.Check) throws(StoreError) {
    self.folder = folder
    try folder.create()
    lock = try Self.lock(of: folder)
    let opened = try StoreOpening(folder: folder).open(check, presence: lock)
    state = Mutex(State(opened: opened, recovery: opened.recovery))
  }

  /// On a full disk there may be no room for the lock's file; then nothing is written.
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
      let writer = try Connection()
      try writer.use(Migrations.apply)
      state = Mutex(State(opened: StoreOpening.Opened(writer: writer)))
    } catch {
      // It needs nothing but memory.
      fatalError("a database in memory cannot be made: \(error)")
    }
  }

  /// Closes the writing connection last: it puts the log into the database.
  deinit {
    try? guarded {
      closeReader()
      writer.close()
    }
  }

  var recovery: StoreRecovery? { state.withLock(\.recovery) }

  private var writer: Connection { state.withLock(\.opened.writer) }

  // MARK: Transactions

  /// One transaction that writes. Damage that it meets is repaired at once, and it is tried again.
  /// - Parameter isSynced: whether it survives a loss of power as soon as this returns; otherwise it
  ///   does after the next one that is.
  func write<Value>(
    isSynced: Bool = true, _ work: (Database) throws -> Value
  ) throws(StoreError) -> Value {
    do {
      return try writeOnce(isSynced: isSynced, work)
    } catch .damaged where folder != nil {
      try recover()
      return try writeOnce(isSynced: isSynced, work)
    }
  }

  private func writeOnce<Value>(
    isSynced: Bool, _ work: (Database) throws -> Value
  ) throws(StoreError) -> Value {
    try becomeWritable()
    return try perform { writer in
      try writer.use { database in
        try database.execute("PRAGMA synchronous = \(isSynced ? "FULL" : "NORMAL")")
        return try guarded { try transaction(.writing, in: database, work) }
      }
    }
  }

  /// One transaction that reads, after those that write in this process.
  func read<Value>(_ work: (Database) throws -> Value) throws(StoreError) -> Value {
    try perform { writer in
      try writer.use { try transaction(.reading, in: $0, work) }
    }
  }

  /// One transaction that reads beside those that write, in this process and in others, and waits
  /// for none of them.
  func look<Value>(_ work: (Database) throws -> Value) throws(StoreError) -> Value {
    do {
      for _ in 0..<2 {
        guard let reader = try lookingConnection() else { break }
        do {
          return try reader.use { try transaction(.reading, in: $0, work) }
        } catch is DatabaseSetAside {
          closeReader()
        } catch is Connection.Closed {
          continue
        }
      }
    } catch {
      switch StoreError(error, path: path) {
      case .busy: throw .busy
      case .damaged(let text): throw .damaged(text)
      // Where no second connection can be opened, the writing one reads, too.
      default: break
      }
    }
    return try read(work)
  }

  /// Work outside of a transaction on the connection that writes.
  func maintain(_ work: (Database) throws -> Void) throws(StoreError) {
    try becomeWritable()
    try perform { writer in
      try writer.use { database in
        try guarded {
          if isSetAside(database) { throw DatabaseSetAside() }
          try work(database)
        }
      }
    }
  }

  /// Runs `work` while no process can replace the database.
  private func guarded<Value>(_ work: () throws -> Value) throws -> Value {
    guard let lock else { return try work() }
    return try lock.shared(work)
  }

  private func lookingConnection() throws -> Connection? {
    guard let folder, !state.withLock(\.opened.isCopy) else { return nil }
    return try reader.withLock { reader in
      if let reader { return reader }
      let opened = try open(folder, timeout: 0)
      reader = opened
      return opened
    }
  }

  /// A connection that reads. It opens the log at once, so that this is the log of the same
  /// database.
  private func open(_ folder: StoreFolder, timeout: Double) throws -> Connection {
    try guarded {
      if folder.hasReplacement { throw DatabaseSetAside() }
      let opened = try Connection(folder.database, .readOnly, timeout: timeout)
      try opened.use { _ = try $0.integer("PRAGMA data_version") }
      return opened
    }
  }

  /// - Throws: `DatabaseSetAside` also where the database is no longer the one in the folder: what
  ///   is written to it, or read from it, is lost.
  private func transaction<Value>(
    _ kind: Database.Transaction, in database: Database, _ work: (Database) throws -> Value
  ) throws -> Value {
    do {
      return try database.transaction(kind) {
        if isSetAside(database) { throw DatabaseSetAside() }
        return try work(database)
      }
    } catch {
      throw StoreError.cause(of: error, in: database)
    }
  }

  private func perform<Value>(
    _ work: (Connection) throws -> Value
  ) throws(StoreError) -> Value {
    do {
      do {
        return try work(writer)
      } catch is DatabaseSetAside {
        return try work(try follow())
      } catch is Connection.Closed {
        // Another thread has opened the database again meanwhile.
        return try work(writer)
      }
    } catch {
      throw StoreError(error, path: path)
    }
  }

  private var path: String { folder?.database ?? ":memory:" }

  // MARK: Opening again

  /// Opens the database again after a fault of the disk, checks it, and repairs what it can. The
  /// old connections stay open until the new one is: while another process keeps the database to
  /// itself, deliveries go on with what they read.
  func recover() throws(StoreError) {
    guard let folder else { return }
    try folder.create()
    let opened = try StoreOpening(folder: folder).open(.integrity)
    closeReader()
    take(opened)
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
    try? guarded { old.close() }
  }

  /// Opens a database again that could not be written when it was opened. Not at each call: that
  /// would cost each delivery an opening.
  private func becomeWritable() throws(StoreError) {
    guard let folder, let failure = state.withLock(\.opened.failure) else { return }
    let isTime = state.withLock { state in
      guard ContinuousClock.now - state.lastTry >= .seconds(1) else { return false }
      state.lastTry = .now
      return true
    }
    guard isTime else { throw failure }
    closeReader()
    take(try StoreOpening(folder: folder).open(.none))
    if let failure = state.withLock(\.opened.failure) { throw failure }
  }

  private func closeReader() {
    reader.withLock { reader in
      reader?.close()
      reader = nil
    }
  }

  /// The file that is open is not the one in the folder any more.
  private struct DatabaseSetAside: Error {}

  private func isSetAside(_ database: Database) -> Bool {
    guard let folder else { return false }
    if folder.hasReplacement { return true }
    var hasMoved: CInt = 0
    let code = sqlite3_file_control(
      database.handle, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved)
    return code == SQLITE_OK && hasMoved != 0
  }

  /// Opens the database that is in the folder now.
  private func follow() throws(StoreError) -> Connection {
    closeReader()
    guard let folder else { return writer }
    // Another thread may have done it.
    if let isSetAside = try? writer.use(isSetAside), !isSetAside { return writer }
    try folder.create()
    take(try StoreOpening(folder: folder).open(.none))
    return writer
  }

  // MARK: The backup

  /// Makes a backup to recover from.
  func backUp() throws(StoreError) {
    guard let folder else { return }
    do {
      try backup.withLock { _ in
        let reader = try open(folder, timeout: StoreLock.timeout)
        defer { try? guarded { reader.close() } }
        try folder.replaceBackup { path in
          try reader.use { database in
            try database.execute("VACUUM INTO ?", [path])
            // A copy of a database that was set aside would replace a good backup.
            if isSetAside(database) { throw StoreError.busy }
          }
        }
      }
    } catch {
      throw StoreError(error, path: path)
    }
  }
}
