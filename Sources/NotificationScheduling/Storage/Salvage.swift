import Foundation
import GRDB
import Glibc

/// Takes what can be read of a damaged database over into a new one.
struct Salvage {
  private let folder: StoreFolder
  private let damage: String
  private let quarantine: String

  /// Sets the damaged files aside: the database, its log and the log's index stay together.
  init(folder: StoreFolder, damage: String) throws {
    self.folder = folder
    self.damage = damage
    quarantine = folder.quarantine(at: Date())
    for suffix in ["", "-wal", "-shm"] {
      if rename(folder.database + suffix, quarantine + suffix) != 0, errno != ENOENT {
        throw StoreError.readOnly(folder.path)
      }
    }
  }

  /// Puts the damaged files back, in the place of what was begun: on a disk that is full now, the
  /// next one who opens them may have more luck.
  func undo() {
    for suffix in ["", "-wal", "-shm"] {
      unlink(folder.database + suffix)
      rename(quarantine + suffix, folder.database + suffix)
    }
  }

  /// The tables with their columns, the ones first whose loss would hurt most.
  private static let tables: [(name: String, columns: [String])] = [
    (
      "request",
      [
        "sequence", "app", "identifier", "content", "trigger", "kind", "repeats", "added", "clock",
        "due",
        "local", "elapsed", "boot", "region", "occurrence",
      ]
    ),
    ("delivered", ["app", "identifier", "content", "trigger", "due", "date"]),
    ("missed", ["app", "identifier", "due", "date", "reason", "count"]),
    ("response", ["app", "body"]),
    ("setting", ["app", "body"]),
    ("registration", ["app", "body"]),
    ("category", ["app", "identifier", "body"]),
    ("badge", ["app", "count"]),
    (
      "delivery",
      [
        "app", "identifier", "date", "banner", "banner_reason", "sound", "sound_reason",
        "sound_file", "fallback",
      ]
    ),
  ]

  /// Fills a new database, which is closed where that fails.
  func takeOver(into writer: any DatabaseWriter) throws -> StoreOpening.Opened {
    do {
      return (writer, try fill(writer))
    } catch {
      try? writer.close()
      throw error
    }
  }

  private func fill(_ writer: any DatabaseWriter) throws -> StoreRecovery {
    var isWhole = true
    var salvagedCount = 0
    for table in Self.tables {
      let (rows, isTableWhole) = rows(of: table, in: quarantine)
      let count = try insert(rows, table, into: writer)
      // A row whose text is cut can be read, and is of no use.
      isWhole = isWhole && isTableWhole && count == rows.count
      if table.name == "request" { salvagedCount = count }
    }
    let restoredCount = isWhole ? 0 : try restore(into: writer)
    return StoreRecovery(
      damage: damage, quarantine: quarantine, salvagedCount: salvagedCount,
      restoredCount: restoredCount)
  }

  /// What the backup has and the damaged database has lost; what was delivered since is no more due.
  private func restore(into writer: any DatabaseWriter) throws -> Int {
    guard FileManager.default.isReadableFile(atPath: folder.backup) else { return 0 }
    var count = 0
    for table in Self.tables {
      let rows = rows(of: table, in: folder.backup).rows
      let inserted = try insert(rows, table, into: writer)
      if table.name == "request" { count = inserted }
    }
    let delivered = try writer.write { database in
      try database.execute(
        sql: """
          DELETE FROM request WHERE repeats = 0 AND EXISTS (
            SELECT 1 FROM delivered WHERE delivered.app = request.app
              AND delivered.identifier = request.identifier AND delivered.due IS request.due)
          """)
      return database.changesCount
    }
    return max(0, count - delivered)
  }

  private typealias Table = (name: String, columns: [String])

  /// The rows of a table that can be read, from both ends: a damaged page lies between.
  private func rows(of table: Table, in path: String) -> (rows: [[DatabaseValue]], isWhole: Bool) {
    var configuration = StoreOpening.configuration()
    configuration.readonly = true
    guard let queue = try? DatabaseQueue(path: path, configuration: configuration) else {
      return ([], false)
    }
    defer { try? queue.close() }
    var found: [Int64: [DatabaseValue]] = [:]
    var isWhole = true
    for order in ["ASC", "DESC"] {
      let isEndReached = try? queue.read { database -> Bool in
        // An older form lacks what came later.
        let present = try Set(database.columns(in: table.name).map(\.name))
        let columns = table.columns.map { present.contains($0) ? $0 : "0 AS \($0)" }
        // Not by an index: the rows themselves are what is wanted.
        let cursor = try Row.fetchCursor(
          database,
          sql: """
            SELECT sequence, \(columns.joined(separator: ", ")) FROM \(table.name) NOT INDEXED
            ORDER BY sequence \(order)
            """)
        while let row = try cursor.next() {
          // Without a number of its own a row cannot be told from one that was read before.
          guard let sequence = row.integer("sequence") else { return false }
          if found[sequence] != nil { break }
          found[sequence] = Array(row.databaseValues.dropFirst())
        }
        return true
      }
      if isEndReached != true { isWhole = false }
      if isWhole { break }
    }
    isWhole = isWhole && (try? queue.read { try Self.indexedCount($0, table) }) == found.count
    return (found.sorted { $0.key < $1.key }.map(\.value), isWhole)
  }

  /// How many rows there should be, by an index where there is one: a damaged page may end a walk
  /// over the rows without an error.
  private static func indexedCount(_ database: Database, _ table: Table) throws -> Int {
    let isUnique = table.columns.contains("identifier") && table.name != "missed"
    let index = isUnique ? " INDEXED BY sqlite_autoindex_\(table.name)_1" : ""
    return try Int.fetchOne(database, sql: "SELECT count(*) FROM \(table.name)\(index)") ?? -1
  }

  /// Inserts what is sound; what is already there stays.
  private func insert(
    _ rows: [[DatabaseValue]], _ table: Table, into writer: any DatabaseWriter
  ) throws -> Int {
    let marks = table.columns.map { _ in "?" }.joined(separator: ", ")
    let sql = """
      INSERT OR IGNORE INTO \(table.name) (\(table.columns.joined(separator: ", ")))
      VALUES (\(marks))
      """
    return try writer.write { database in
      let statement = try database.makeStatement(sql: sql)
      var count = 0
      for row in rows where Self.isSound(row, table) {
        try statement.execute(arguments: StatementArguments(row))
        count += database.changesCount
      }
      return count
    }
  }

  /// A request whose content or trigger cannot be read is none.
  private static func isSound(_ row: [DatabaseValue], _ table: Table) -> Bool {
    guard let content = table.columns.firstIndex(of: "content"),
      let trigger = table.columns.firstIndex(of: "trigger")
    else { return true }
    guard let contentData = Data.fromDatabaseValue(row[content]),
      let triggerData = Data.fromDatabaseValue(row[trigger])
    else { return false }
    return (try? StoredBody(content: contentData, trigger: triggerData).decoded()) != nil
  }
}
