import Foundation
import GRDB

/// What was done to open a damaged store.
public struct StoreRecovery: Sendable, Hashable {
  /// What was found to be wrong.
  public let damage: String
  /// Where the damaged files are now; nothing is thrown away.
  public let quarantine: String
  /// So many requests were read from the damaged database.
  public let salvagedCount: Int
  /// So many more came from the backup: what became of them since is not known.
  public let restoredCount: Int
}

/// Opens the database of a folder, and mends it where it has to.
struct StoreOpening {
  let folder: StoreFolder

  typealias Opened = (writer: any DatabaseWriter, recovery: StoreRecovery?)

  /// Up to this size every page is checked; a larger database is checked without its indexes.
  private static let greatestFullCheck = 50_000_000
  private static let patience = 10.0

  func open(_ check: NotificationStore.Check) throws(StoreError) -> Opened {
    do {
      return (try openQueue(check), nil)
    } catch {
      switch StoreError(error, path: folder.database) {
      case .damaged(let text): return try mend(text)
      case .readOnly(let path): return (try openForReading(or: .readOnly(path)), nil)
      case .full: return (try openForReading(or: .full), nil)
      case .other(let text) where isUnwritable:
        return (try openForReading(or: .other(text)), nil)
      case let other: throw other
      }
    }
  }

  static func configuration() -> Configuration {
    var configuration = Configuration()
    configuration.busyMode = .timeout(patience)
    configuration.label = "tocsin.notifications"
    return configuration
  }

  private func openQueue(_ check: NotificationStore.Check) throws -> any DatabaseWriter {
    var configuration = Self.configuration()
    // Not GRDB's setting, which means `synchronous = NORMAL`, too, with which a loss of power takes
    // acknowledged commits, and costs each short visit a commit of its own.
    configuration.prepareDatabase { try $0.execute(sql: "PRAGMA synchronous = FULL") }
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
    try setLogMode(queue)
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

  /// A change within the text of the schema is no damage to SQLite. What somebody has added, such as
  /// an index, is none to this.
  private static func checkForm(_ database: Database) throws {
    let found = try Set(String.fetchAll(database, sql: form))
    guard try found.isSuperset(of: model.get().form) else {
      throw StoreError.damaged("its tables are not those that were made")
    }
  }

  private static let form =
    "SELECT sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_%' ORDER BY name"

  /// An empty database of today's form; it stays open, for the reason of ``NotificationStore``'s copier.
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
  private func openForReading(
    or error: StoreError
  ) throws(StoreError) -> any DatabaseWriter {
    var configuration = Self.configuration()
    configuration.readonly = true
    if let queue = reader(folder.database, configuration) { return queue }
    // Nobody else is there, or the file that connections share would be: it is done without. That
    // takes a lock, which takes the right to write; whoever stays opens it anew when there is room.
    if error == .full {
      var alone = Self.configuration()
      alone.prepareDatabase {
        try $0.execute(sql: "PRAGMA locking_mode = EXCLUSIVE; PRAGMA synchronous = FULL")
      }
      if let queue = reader(folder.database, alone) { return queue }
    }
    // Nobody can write there, so nobody changes it: SQLite needs no lock then.
    if isUnwritable,
      let path = folder.database.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed),
      let queue = reader("file:\(path)?immutable=1", configuration)
    {
      return queue
    }
    throw error
  }

  private func reader(_ path: String, _ configuration: Configuration) -> DatabaseQueue? {
    guard let queue = try? DatabaseQueue(path: path, configuration: configuration) else {
      return nil
    }
    let count = try? queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM request") }
    return count == nil ? nil : queue
  }

  // MARK: A damaged database

  /// Only one process mends; who waited for it finds a whole database.
  private func mend(_ damage: String) throws(StoreError) -> Opened {
    do {
      let lock = try FileLock.wait(for: folder.lock("recovery"))
      defer { withExtendedLifetime(lock) {} }
      // A second connection has to agree; what is busy, full or failing for the moment is whole.
      do {
        return (try openQueue(.integrity), nil)
      } catch {
        guard case .damaged = StoreError(error, path: folder.database) else { throw error }
      }
      let salvage = try Salvage(folder: folder, damage: damage)
      do {
        try folder.create()
        return try salvage.takeOver(into: openQueue(.none))
      } catch {
        salvage.undo()
        throw error
      }
    } catch {
      throw StoreError(error, path: folder.database)
    }
  }
}
