/// The rows that exist, according to the pages of indexes.
///
/// The index of a table contains a living row by its app, its identifier and its number; that of the
/// inbox by its kind, too. A request with a date is also in an index of dates, by its number. So the
/// indexes show which rows are lost, and which rows of an older copy were deleted since.
struct IndexEvidence {
  private var named: Set<Int> = []
  private(set) var dated: Set<Int64> = []
  /// The numbers of the rows of each table, by all of its indexes together.
  private(set) var numbers: [String: Set<Int64>] = [:]

  /// Whether a record can belong to an index that is needed.
  static func isWanted(_ types: [UInt64]) -> Bool {
    guard let last = types.last, StoredRecord.isInteger(last) else { return false }
    return switch types.count {
    case 2: types[0] >= 12 || StoredRecord.isInteger(types[0])
    case 3: types[0] >= 12 && types[1] >= 12
    case 4:
      types[0] >= 12 && StoredRecord.isInteger(types[1]) && (types[2] == 0 || types[2] >= 12)
    default: false
    }
  }

  /// - Parameter table: the table of the index; nil where that is not known.
  mutating func add(_ record: StoredRecord, of table: String?) {
    let last = record.types.count - 1
    guard let number = record.integer(last) else { return }
    if let table { numbers[table, default: []].insert(number) }
    if record.types[0] >= 12 {
      let texts = (0..<last).map { column in
        record.integer(column).map { "\($0)" } ?? record.text(column) ?? ""
      }
      named.insert(Self.key(texts, number))
    } else {
      dated.insert(number)
    }
  }

  func mentions(_ row: SalvagedRow) -> Bool {
    if row.table == "request", dated.contains(row.number) { return true }
    return named.contains(Self.key(row.indexed.texts, row.indexed.number))
  }

  private static func key(_ texts: [String], _ number: Int64) -> Int {
    var hasher = Hasher()
    hasher.combine(texts)
    hasher.combine(number)
    return hasher.finalize()
  }
}
