import FoundationEssentials

/// The store of a user's requests and notifications: one SQLite database, which every process of
/// the user may share.
///
/// Every call is one transaction: when it returns, what it did survives a loss of power; when it
/// throws, nothing has happened. Calls may come from any thread, and from other processes at the
/// same time.
public final class NotificationStore: Sendable {
  /// The check of the database's file when it is opened.
  public enum Check: Sendable {
    /// Opens it as it is; for short visits.
    case none
    /// Checks its integrity, and repairs it if necessary; for schedulers.
    case integrity
  }

  private let database: StoreDatabase
  /// Takes changes that no caller waits for.
  package let writer: StoreWriter
  package let waker: SchedulerWaker
  package let profiles = AppProfiles()

  /// Opens the database in `folder`, which is created where it is missing.
  ///
  /// A damaged database is set aside, and its readable contents are taken over: always where it
  /// cannot be opened, and with ``Check/integrity`` also where it is damaged within; see
  /// ``recovery``.
  /// - Throws: `StoreError` where the folder cannot be made, or the database is neither readable
  ///   nor salvageable.
  public convenience init(folder: StoreFolder, check: Check = .none) throws(StoreError) {
    self.init(try StoreDatabase(folder: folder, check: check))
  }

  /// A store that lives as long as this value.
  public convenience init() { self.init(StoreDatabase()) }

  private init(_ database: StoreDatabase) {
    self.database = database
    waker = SchedulerWaker(folder: database.folder)
    let profiles = profiles
    writer = StoreWriter(
      write: { changes throws(StoreError) in
        defer { if changes.contains(where: \.isOfProfile) { profiles.forget() } }
        let isSynced = !changes.allSatisfy(\.isOfRecord)
        try database.write(isSynced: isSynced) { connection in
          for change in changes { try change.apply(to: connection) }
        }
      }, reopen: { () throws(StoreError) in try database.recover() })
  }

  /// Nil for a store in memory.
  public var folder: StoreFolder? { database.folder }

  /// The repair that this process has made since it opened the store; nil where there was no
  /// damage.
  public var recovery: StoreRecovery? { database.recovery }

  /// Opens the store again after a fault of the disk, checks it, and repairs what can be repaired.
  /// - Throws: `StoreError` where the disk still fails.
  public func recover() throws(StoreError) { try database.recover() }

  /// Makes a backup to recover from.
  /// - Throws: `StoreError` where there is no room for the copy, or it cannot be written.
  public func backUp() throws(StoreError) { try database.backUp() }

  func write<Value>(_ work: (Database) throws -> Value) throws(StoreError) -> Value {
    try database.write(work)
  }

  /// Reads beside writers, and waits for them only where that is not possible.
  func read<Value>(_ work: (Database) throws -> Value) throws(StoreError) -> Value {
    do throws(StoreError) {
      return try database.look(work)
    } catch .busy {
      return try database.read(work)
    }
  }

  func look<Value>(_ work: (Database) throws -> Value) throws(StoreError) -> Value {
    try database.look(work)
  }

  /// Returns unused memory, and unused space to the disk, a part at a time.
  func shrink() throws(StoreError) {
    try database.maintain { database in
      try database.execute("PRAGMA shrink_memory")
      let pages = try database.integer("PRAGMA page_count") ?? 0
      let free = try database.integer("PRAGMA freelist_count") ?? 0
      guard free > 256, free > pages / 4 else { return }
      if try database.integer("PRAGMA auto_vacuum") == 2 {
        try database.execute("PRAGMA incremental_vacuum")
      } else {
        // A database of an older version: from now on it can be done in parts.
        try database.run("PRAGMA auto_vacuum = INCREMENTAL; VACUUM")
      }
      try database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    }
  }
}

extension NotificationStore {
  /// A setting of the database: the answer of a PRAGMA on the connection that writes.
  func pragma(_ name: String) throws(StoreError) -> String {
    try write { database in
      try database.text("PRAGMA \(name)") ?? ""
    }
  }

  /// For tests, which damage a database.
  func execute(_ sql: String) throws(StoreError) {
    try write { try $0.run(sql) }
  }

  /// For tests, which have tables of their own.
  func texts(_ sql: String) throws(StoreError) -> [String] {
    try read { try $0.texts(sql) }
  }

  /// For tests, which look at the database's file.
  func checkpoint() throws(StoreError) {
    try database.maintain { try $0.execute("PRAGMA wal_checkpoint(TRUNCATE)") }
  }
}
