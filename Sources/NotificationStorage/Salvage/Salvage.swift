import FoundationEssentials
import LinuxProcess
import Triggers

/// Copies the readable contents of a damaged database into another one.
///
/// There are three sources, in this order: the rows on its pages; where some may be missing, the
/// rows of older versions of these pages; and those of the backup. An older row counts if an index
/// still contains it. A living request is on three pages, its own and those of two indexes. So a
/// request that no index contains was deleted, unless at least three pages are lost.
package struct Salvage {
  let folder: StoreFolder
  package private(set) var recovery: StoreRecovery
  /// The numbers of the rows of each table that are in the new database.
  private var rows: [String: Set<Int64>] = [:]
  private var numbers: Set<Int64> { rows["request"] ?? [] }
  private var restored: Set<Int64> = []

  /// - Parameter staysThere: whether the damaged files keep their place.
  package init(folder: StoreFolder, damage: String, staysThere: Bool = false) {
    self.folder = folder
    let date = Date()
    recovery = StoreRecovery(
      date: date, damage: damage,
      quarantine: staysThere ? folder.database : folder.quarantine(at: date))
  }

  /// Fills a database that has empty tables.
  /// - Throws: where the disk fails, or `database` cannot be written.
  package mutating func fill(_ database: Database) throws {
    let damaged = try DamagedFile(folder.database)
    var reader = try Self.reader(of: damaged.bytes, log: try DamagedFile.log(of: folder.database))
    try reader.readRows { row in
      try Self.removeOlder(than: row, in: database)
      try insert(row, into: database)
    }
    recovery.salvagedCount = numbers.count
    if reader.isLossy {
      let (evidence, lostCount) = (reader.evidence, reader.lostPageCount)
      try reader.readOlderRows { row, isFree in
        try restore(row, evidence, isFree ? 0 : lostCount, into: database)
      }
      try restoreBackup(evidence, lostCount, into: database)
    }
    recovery.mayHaveLostMore =
      reader.lostPageCount.map { $0 > 2 } ?? true
      || (reader.isLossy && reader.evidence.dated.isEmpty)
    try settleEnds(in: database)
    recovery.restoredCount = restored.count
    recovery.lostCount = reader.evidence.dated.subtracting(numbers).count
    recovery.others = losses(of: reader)
    try keepNotes(reader.notes, in: database)
  }

  /// Reads it with the first page size that gives any rows.
  private static func reader(of main: ByteSource, log: ByteSource?) throws -> RowReader {
    let usual = DatabaseImage.usualPageSize
    for size in [usual, 1_024, 2_048, 8_192, 16_384, 32_768, 65_536, 512] {
      let image = try DatabaseImage(main, log: log, pageSize: size)
      var trial = RowReader(image)
      struct Found: Error {}
      do {
        try trial.readRows { _ in throw Found() }
      } catch is Found {
        return RowReader(image)
      }
    }
    return RowReader(try DatabaseImage(main, log: log, pageSize: usual))
  }

  // MARK: Rows

  /// Two rows with one name exist only on pages of different times; the later row counts.
  private static func removeOlder(than row: SalvagedRow, in database: Database) throws {
    if row.table == "inbox" {
      try database.execute(
        "DELETE FROM inbox WHERE app = ? AND kind = ? AND identifier = ? AND sequence < ?",
        [row.text("app"), row.integer("kind"), row.text("identifier"), row.number])
    }
    guard row.table == "request" else { return }
    try database.execute(
      """
      DELETE FROM request WHERE app = ?1 AND identifier = ?2
        AND (sequence < ?3 OR sequence = ?3 AND occurrence < ?4)
      """,
      [row.text("app"), row.text("identifier"), row.number, row.integer("occurrence")])
  }

  /// - Returns: whether the row was new.
  @discardableResult
  private mutating func insert(_ row: SalvagedRow, into database: Database) throws -> Bool {
    let names = row.form.columns.map(\.name).joined(separator: ", ")
    let marks = row.form.columns.map { _ in "?" }.joined(separator: ", ")
    try database.execute(
      "INSERT OR IGNORE INTO \(row.table) (\(names)) VALUES (\(marks))", row.values)
    guard database.changesCount > 0 else { return false }
    rows[row.table, default: []].insert(row.number)
    return true
  }

  /// - Parameter lostCount: the number of lost pages; nil where it is not known.
  private mutating func restore(
    _ row: SalvagedRow, _ evidence: IndexEvidence, _ lostCount: Int?, into database: Database
  ) throws {
    if !evidence.mentions(row) {
      let isUnknown =
        switch row.table {
        case "request": lostCount.map { $0 > 2 } ?? true
        // These tables have one index.
        case "setting", "registration", "category", "remote_registration", "remote_position":
          lostCount.map { $0 > 1 } ?? true
        // A missed notification has no index, and is never deleted. A taken message must not come
        // again.
        case "missed", "remote_taken": true
        // A notification that the user has dealt with must not come back.
        default: false
        }
      guard isUnknown else { return }
    }
    if try insert(row, into: database), row.table == "request" { restored.insert(row.number) }
  }

  private mutating func restoreBackup(
    _ evidence: IndexEvidence, _ lostCount: Int?, into database: Database
  ) throws {
    guard FileManager.default.isReadableFile(atPath: folder.backup) else { return }
    let file = try DamagedFile(folder.backup)
    var reader = try Self.reader(of: file.bytes, log: nil)
    try reader.readRows { try restore($0, evidence, lostCount, into: database) }
  }

  // MARK: What is lost of other tables

  /// The tables of versions 1 to 8 that are parts of today's inbox.
  private static let earlierInbox: Set = [
    "response", "presentation", "remote_message", "remote_waiting",
  ]

  private func losses(of reader: RowReader) -> [StoreRecovery.Loss] {
    var losses: [StoreRecovery.Loss] = []
    // The outcomes of deliveries had a table of their own beside that of the listed ones.
    let isEarlier = reader.evidence.numbers["delivered"] != nil
    for table in StoreRecovery.Table.allCases
    where table != .other && !(table == .delivery && isEarlier) {
      let name = table.rawValue
      let found = rows[table == .delivered ? "delivery" : name] ?? []
      let lost = reader.evidence.numbers[name, default: []].subtracting(found).count
      let isCounted =
        reader.evidence.numbers[name] != nil
        && reader.gaps[.init(table: name, isIndex: true)] == nil
      let hasGap = reader.gaps.keys.contains {
        !$0.isIndex && ($0.table == name || table == .inbox && Self.earlierInbox.contains($0.table))
      }
      let mayBeMore = hasGap && !isCounted
      if lost > 0 || mayBeMore {
        losses.append(.init(table: table, lostCount: lost, mayHaveLostMore: mayBeMore))
      }
    }
    if reader.hasUnknownGap || reader.lostPageCount == nil {
      losses.append(.init(table: .other, lostCount: 0, mayHaveLostMore: true))
    }
    return losses
  }

  // MARK: What was delivered since

  /// Restored requests that have ended according to the delivery logs or the list do not come
  /// again.
  private mutating func settleEnds(in database: Database) throws {
    guard !restored.isEmpty else { return }
    let moment = SystemClock().now
    var ends: [Int64: LogRecord] = [:]
    for owner in DeliveryLog.owners(in: folder) {
      for record in DeliveryLog.records(of: owner, in: folder, after: 0)
      where record.isEnd && restored.contains(record.id.request) {
        if ends[record.id.request].map({ $0.id.occurrence > record.id.occurrence }) ?? false {
          continue
        }
        ends[record.id.request] = record
      }
    }
    for (number, record) in ends {
      guard let waiting = try WaitingRequest.find(number, in: database) else { continue }
      let settlement = record.settlement(
        of: waiting, at: moment, timeZones: TimeZoneDatabase.system, as: .removed, record: nil)
      if let settlement { try StoreChange.settle(settlement, in: database) }
    }
    for number in restored {
      try database.execute(
        """
        DELETE FROM request WHERE sequence = ? AND repeats = 0 AND EXISTS (
          SELECT 1 FROM delivery WHERE delivery.request = request.sequence
          UNION ALL
          SELECT 1 FROM delivery WHERE closed IS NULL AND delivery.app = request.app
            AND delivery.identifier = request.identifier AND delivery.due IS request.due)
        """, [number])
    }
    let left = try Set(database.integers("SELECT sequence FROM request"))
    restored.formIntersection(left)
  }

  // MARK: Notes

  private static let dates = [ClockNote.seen, ClockNote.assumed]

  /// Keeps the notes of earlier recoveries, and the dates that were seen last. It does not keep how
  /// much of the logs the store has, because their records must be compared with the requests
  /// again.
  private func keepNotes(_ notes: [String: String], in database: Database) throws {
    for (key, value) in notes {
      let isRecovery = key.hasPrefix(StoreRecovery.notePrefix) && StoreRecovery(note: value) != nil
      guard isRecovery || (Self.dates.contains(key) && Double(value) != nil) else { continue }
      try StoreChange.note(key, value, in: database)
    }
    try StoreChange.note(recovery.noteKey, try recovery.note, in: database)
  }
}
