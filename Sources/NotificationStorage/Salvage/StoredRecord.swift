import FoundationEssentials

/// A record as SQLite stores it: the types of its columns, and their values (SQLite's file format,
/// 2.1).
struct StoredRecord {
  /// The number of the row; nil in an index.
  let number: Int64?
  /// SQLite's serial type of each column.
  let types: [UInt64]
  private let bytes: [UInt8]
  private let places: [Int]

  /// The beginning of a record, and its size.
  struct Head {
    let number: Int64?
    /// The size of the whole record, including overflow pages.
    let size: Int
    let types: [UInt64]
    fileprivate let headerSize: Int

    /// - Parameter local: the bytes of the record on the page itself.
    /// - Returns: nil where the sizes of the columns do not fit the size of the record.
    init?(number: Int64?, size: Int, local: ArraySlice<UInt8>) {
      var place = local.startIndex
      guard let headerSize = local.varint(&place), headerSize <= UInt64(local.count),
        headerSize <= UInt64(size)
      else { return nil }
      let end = local.startIndex + Int(headerSize)
      var types: [UInt64] = []
      var total = Int(headerSize)
      while place < end, types.count < Self.maximumCount {
        guard let type = local.varint(&place), let length = StoredRecord.length(of: type) else {
          return nil
        }
        types.append(type)
        total += length
        guard total <= size else { return nil }
      }
      guard place == end, total == size else { return nil }
      self.number = number
      self.size = size
      self.types = types
      self.headerSize = Int(headerSize)
    }

    /// No table of any version has more columns.
    private static let maximumCount = 32
  }

  /// - Parameter bytes: the whole record.
  init?(_ head: Head, _ bytes: [UInt8]) {
    guard bytes.count == head.size else { return nil }
    number = head.number
    types = head.types
    self.bytes = bytes
    var places: [Int] = []
    var place = head.headerSize
    for type in head.types {
      places.append(place)
      place += Self.length(of: type) ?? 0
    }
    self.places = places
  }

  /// The size of a value; nil where SQLite has no such type.
  private static func length(of type: UInt64) -> Int? {
    switch type {
    case 0, 8, 9: 0
    case 1...4: Int(type)
    case 5: 6
    case 6, 7: 8
    case 10, 11: nil
    default: Int(exactly: (type - 12) / 2)
    }
  }

  static func isInteger(_ type: UInt64) -> Bool { (1...6).contains(type) || type == 8 || type == 9 }

  func integer(_ column: Int) -> Int64? {
    let type = types[column]
    guard Self.isInteger(type) else { return nil }
    if type >= 8 { return type == 8 ? 0 : 1 }
    let value = bytes(of: column)
    guard let first = value.first else { return nil }
    return value.dropFirst().reduce(Int64(Int8(bitPattern: first))) { $0 << 8 | Int64($1) }
  }

  /// The bytes of a text or a blob.
  func bytes(of column: Int) -> ArraySlice<UInt8> {
    bytes[places[column]..<places[column] + (Self.length(of: types[column]) ?? 0)]
  }

  /// Nil where the bytes are not UTF-8.
  func text(_ column: Int) -> String? { String(validating: bytes(of: column), as: UTF8.self) }

  func blob(_ column: Int) -> Data { Data(bytes(of: column)) }
}

extension RandomAccessCollection<UInt8> where Index == Int {
  /// SQLite's integer of variable length: seven bits in each byte, all eight in a ninth. Moves
  /// `place` past it.
  func varint(_ place: inout Int) -> UInt64? {
    var value: UInt64 = 0
    for count in 1...9 {
      guard indices.contains(place) else { return nil }
      let byte = self[place]
      place += 1
      if count == 9 { return value << 8 | UInt64(byte) }
      value = value << 7 | UInt64(byte & 0x7F)
      if byte < 0x80 { return value }
    }
    return nil
  }
}
