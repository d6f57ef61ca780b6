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
struct SQLiteOpening {
  let folder: StoreFolder

  typealias Opened = (writer: any DatabaseWriter, recovery: StoreRecovery?)

  /// Up to this size every page is checked; a larger database is checked without its indexes.
  private static let greatestFullCheck = 50_000_000
  private static let patience = 10.0

  func open(_ check: SQLiteStore.Check) throws(StoreError) -> Opened {
    do {
      return (try openPool(check), nil)
    } catch {
      switch StoreError(error, path: folder.database) {
      case .damaged(let text): return try mend(text)
      case .readOnly(let path): return (try openForReading(or: .readOnly(path)), nil)
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
    configuration.maximumReaderCount = 2
    return configuration
  }

  private func openPool(_ check: SQLiteStore.Check) throws -> any DatabaseWriter {
    let pool = try DatabasePool(path: folder.database, configuration: Self.configuration())
    do {
      try prepare(pool, check)
      return pool
    } catch {
      try? pool.close()
      throw error
    }
  }

  private func prepare(_ pool: DatabasePool, _ check: SQLiteStore.Check) throws {
    try pool.writeWithoutTransaction { database in
      // GRDB's pool sets NORMAL, with which a loss of power takes acknowledged commits.
      try database.execute(sql: "PRAGMA synchronous = FULL")
      if check == .integrity { try Self.checkIntegrity(database) }
    }
    let migrations = Migrations.all
    let state = try pool.read { database in
      (
        isTooNew: try migrations.hasBeenSuperseded(database),
        isComplete: try migrations.hasCompletedMigrations(database)
      )
    }
    if state.isTooNew { throw StoreError.tooNew }
    if !state.isComplete { try migrations.migrate(pool) }
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
    if let queue = try? DatabaseQueue(path: folder.database, configuration: configuration),
      (try? queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM request") }) != nil
    {
      return queue
    }
    // Nobody can write there, so nobody changes it: SQLite needs no lock then.
    guard let path = folder.database.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed),
      let queue = try? DatabaseQueue(
        path: "file:\(path)?immutable=1", configuration: configuration),
      (try? queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM request") }) != nil
    else { throw error }
    return queue
  }

  // MARK: A damaged database

  /// Only one process mends; who waited for it finds a whole database.
  private func mend(_ damage: String) throws(StoreError) -> Opened {
    do {
      let lock = try FileLock.wait(for: folder.lock("recovery"))
      defer { withExtendedLifetime(lock) {} }
      if let writer = try? openPool(.integrity) { return (writer, nil) }
      let salvage = try Salvage(folder: folder, damage: damage)
      let writer = try openPool(.none)
      return (writer, try salvage.takeOver(into: writer))
    } catch {
      throw StoreError(error, path: folder.database)
    }
  }
}
