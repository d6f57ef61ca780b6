/// Reads the rows of a damaged database from its pages.
///
/// Deleted rows do not come back. Only cells that a page lists count. SQLite overwrites freed pages
/// with zeros (`secure_delete`, which this store sets). Where a page is marked as free but contains
/// rows, an index must contain them, too.
struct RowReader {
  let image: DatabaseImage
  private(set) var evidence = IndexEvidence()
  /// The number of rows, or possible rows, that could not be read.
  private(set) var rejectedCount = 0
  /// The number of tree pages that cannot be read; nil where that is not known.
  private(set) var lostPageCount: Int?
  /// Where pages or rows could not be read: how often in each table, and in each table's indexes.
  private(set) var gaps: [TreeOwners.Owner: Int] = [:]
  /// Whether a page was lost of which nobody knows to what it belonged.
  private(set) var hasUnknownGap = false
  /// The notes of the store.
  private(set) var notes: [String: String] = [:]
  /// Pages whose newest content cannot be used, or may be out of date.
  private var doubtful: [UInt32] = []
  private let owners: TreeOwners?
  private var free: [UInt32] = []
  /// The pages that records continue on.
  private var chained: Set<UInt32> = []

  init(_ image: DatabaseImage) {
    self.image = image
    owners = try? TreeOwners(image)
    lostPageCount = image.log?.isWhole ?? true ? 0 : nil
  }

  /// Whether the database may have contained more than was read.
  var isLossy: Bool { lostPageCount != 0 || rejectedCount > 0 }

  /// The rows of all pages that are in use.
  mutating func readRows(_ body: (SalvagedRow) throws -> Void) throws {
    let count = try image.expectedCount()
    var unread: Set<UInt32> = []
    for number in stride(from: 2, through: count, by: 1) where !image.isMap(number) {
      if image.isCalledFree(number) {
        free.append(number)
        continue
      }
      let isWhole = try image.versions(of: number).first?.isWhole ?? false
      let isRead = try image.newest(number).map { try read($0, number, body) } ?? false
      if !isRead { unread.insert(number) }
      if !isRead || !isWhole { doubtful.append(number) }
    }
    try countLost(unread)
  }

  /// Counts the pages of trees among those that could not be read. Where the pointer map is lost, each
  /// that no record continues on may be one; of a file that was cut off too, nothing is known.
  private mutating func countLost(_ unread: Set<UInt32>) throws {
    let lost = image.hasMap ? unread.filter(image.isCalledNode) : unread.subtracting(chained)
    for page in lost {
      if let owner = owners?.owner(of: page) {
        gaps[owner, default: 0] += 1
      } else {
        hasUnknownGap = true
      }
    }
    let isKnown = try image.hasMap || image.hasStatedCount()
    lostPageCount = isKnown ? lostPageCount.map { $0 + lost.count } : nil
  }

  /// Reads rows that were in use once: in older versions of pages, and in pages that are marked as
  /// free.
  /// - Parameter body: gets a row, and whether its page is marked as free.
  mutating func readOlderRows(_ body: (SalvagedRow, Bool) throws -> Void) throws {
    for number in doubtful {
      guard let older = try image.versions(of: number).dropFirst().first(where: \.isWhole),
        let page = TreePage(older.bytes), page.kind == .tableLeaf
      else { continue }
      for row in try rows(of: page).rows { try body(row, false) }
    }
    for number in free {
      guard let bytes = try image.newest(number), let page = TreePage(bytes),
        page.kind == .tableLeaf
      else { continue }
      for row in try rows(of: page).rows { try body(row, true) }
    }
  }

  // MARK: A page

  /// - Returns: whether it could be read.
  private mutating func read(
    _ bytes: [UInt8], _ number: UInt32, _ body: (SalvagedRow) throws -> Void
  ) throws -> Bool {
    if let page = TreePage(bytes) {
      if page.kind == .tableInterior { return true }
      if page.kind.isIndex, try readIndex(page, number) { return true }
      if page.kind == .tableLeaf {
        try take(page, number, body)
        return true
      }
    }
    // The first byte may be wrong. An overflow page, or a page of zeros, begins with 0.
    guard bytes[0] != 0, !image.isCalledOther(number),
      let page = TreePage(bytes, as: .tableLeaf), try !rows(of: page).rows.isEmpty
    else { return false }
    try take(page, number, body)
    return true
  }

  private mutating func take(
    _ page: TreePage, _ number: UInt32, _ body: (SalvagedRow) throws -> Void
  ) throws {
    let (rows, rejected) = try rows(of: page)
    rejectedCount += rejected
    if rejected > 0, let owner = owners?.owner(of: number) { gaps[owner, default: 0] += rejected }
    for row in rows { try body(row) }
  }

  /// The rows that are valid, and the number of those that are not. A page belongs to one table.
  private mutating func rows(of page: TreePage) throws -> (rows: [SalvagedRow], rejectedCount: Int)
  {
    var rows: [SalvagedRow] = []
    var (strangers, broken) = (0, page.strayCount)
    for cell in page.cells {
      var (isRecord, isWanted) = (false, false)
      let record = try page.record(
        at: cell,
        isWanted: { head in
          isRecord = true
          isWanted = TableForm.all.contains { $0.fits(head.types) }
          return isWanted
        }, overflow: { try image.overflow($0, $1, &chained) })
      if let row = record.flatMap({ SalvagedRow($0) }) {
        rows.append(row)
      } else if isRecord, !isWanted {
        strangers += 1
      } else {
        broken += 1
      }
    }
    // Without any valid row, the page belongs to a table that is not needed.
    return (rows, rows.isEmpty ? broken : broken + strangers)
  }

  /// - Returns: whether it contains an index record, or nothing.
  private mutating func readIndex(_ page: TreePage, _ number: UInt32) throws -> Bool {
    let table = owners?.owner(of: number)?.table
    var isIndex = page.cells.isEmpty
    for cell in page.cells {
      var isNote = false
      let record = try page.record(
        at: cell,
        isWanted: { head in
          isIndex = true
          isNote = head.types.count == 2 && head.types.allSatisfy { $0 >= 12 }
          return isNote || IndexEvidence.isWanted(head.types)
        }, overflow: { try image.overflow($0, $1, &chained) })
      guard let record else { continue }
      if !isNote {
        evidence.add(record, of: table)
      } else if let key = record.text(0), let value = record.text(1) {
        notes[key] = value
      }
    }
    return isIndex
  }
}
