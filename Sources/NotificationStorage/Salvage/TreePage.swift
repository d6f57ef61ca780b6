/// A page of one of SQLite's trees, as far as it can be read (SQLite's file format, 1.6).
struct TreePage {
  enum Kind: UInt8 {
    case indexInterior = 2
    case tableInterior = 5
    case indexLeaf = 10
    case tableLeaf = 13

    var isIndex: Bool { self == .indexInterior || self == .indexLeaf }
    var isLeaf: Bool { self == .indexLeaf || self == .tableLeaf }
  }

  let kind: Kind
  /// The offsets of the cells. Deleted cells are not among them.
  let cells: [Int]
  /// The number of cells whose offsets are outside of the page.
  let strayCount: Int
  private let bytes: [UInt8]
  private let header: Int

  /// - Parameters:
  ///   - given: the kind of a page whose first byte may be damaged; nil reads it.
  ///   - header: the offset of the page's header: 100 in the first page, behind the file's.
  /// - Returns: nil where it is not the page of a tree.
  init?(_ bytes: [UInt8], as given: Kind? = nil, header: Int = 0) {
    guard bytes.count >= 512, let kind = given ?? Kind(rawValue: bytes[header]) else { return nil }
    let count = Int(bytes.bigEndian(header + 3, 2))
    let start = header + (kind.isLeaf ? 8 : 12)
    let end = start + 2 * count
    guard end <= bytes.count else { return nil }
    let places = stride(from: start, to: end, by: 2).map { Int(bytes.bigEndian($0, 2)) }
    self.bytes = bytes
    self.header = header
    self.kind = kind
    cells = places.filter { $0 >= end && $0 < bytes.count - 3 }
    strayCount = count - cells.count
    // A page of another kind that looks like one by chance.
    if cells.isEmpty, count > 0 { return nil }
  }

  /// The pages below this one; none where it is a leaf.
  var children: [UInt32] {
    kind.isLeaf ? [] : cells.map { bytes.bigEndian($0, 4) } + [bytes.bigEndian(header + 8, 4)]
  }

  /// The record of a cell.
  /// - Parameters:
  ///   - isWanted: whether to read a record with these types.
  ///   - overflow: reads a number of bytes of the chain that begins at a page.
  /// - Returns: nil where it cannot be read.
  func record(
    at cell: Int, isWanted: (StoredRecord.Head) -> Bool = { _ in true },
    overflow: (UInt32, Int) throws -> [UInt8]?
  ) rethrows -> StoredRecord? {
    var place = cell + (kind == .indexInterior ? 4 : 0)
    guard kind != .tableInterior, let total = bytes.varint(&place), let size = Int(exactly: total)
    else { return nil }
    var number: Int64?
    if kind == .tableLeaf {
      guard let raw = bytes.varint(&place) else { return nil }
      number = Int64(bitPattern: raw)
    }
    let local = localSize(of: size)
    guard place + local <= bytes.count else { return nil }
    let part = bytes[place..<place + local]
    guard let head = StoredRecord.Head(number: number, size: size, local: part), isWanted(head)
    else { return nil }
    if local == size { return StoredRecord(head, Array(part)) }
    let first = bytes.bigEndian(place + local, 4)
    guard let rest = try overflow(first, size - local) else { return nil }
    return StoredRecord(head, part + rest)
  }

  /// The size of the part of a record on the page itself.
  private func localSize(of size: Int) -> Int {
    let usable = bytes.count
    let maximum = kind == .tableLeaf ? usable - 35 : (usable - 12) * 64 / 255 - 23
    guard size > maximum else { return size }
    let least = (usable - 12) * 32 / 255 - 23
    let fitting = least + (size - least) % (usable - 4)
    return fitting <= maximum ? fitting : least
  }
}
