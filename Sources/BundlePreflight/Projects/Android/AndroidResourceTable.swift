/// The raw resources of a built Android package, from its `resources.arsc`: release builds shorten
/// the paths (`res/Gh4.ogg`), and only this table has the names.
///
/// The format is that of AOSP's `ResourceTypes.h`: chunks that start with their type, the size of
/// their header and their own size, as little-endian numbers.
struct AndroidResourceTable {
  struct Entry: Hashable {
    let name: String
    let path: TreePath
  }

  private(set) var raw: [Entry] = []
  /// More than any app has.
  private static let maximumEntries = 100_000

  /// nil if the bytes are not a resource table.
  init?(_ bytes: [UInt8]) {
    let file = LittleEndianBytes(bytes)
    guard let table = file.chunk(at: 0), table.type == 0x0002 else { return nil }
    var values: StringPool?
    for chunk in file.chunks(in: table) {
      switch chunk.type {
      case 0x0001: values = values ?? StringPool(file, chunk)
      case 0x0200: read(package: chunk, file, values)
      default: continue
      }
    }
    guard values != nil else { return nil }
  }

  private mutating func read(
    package: LittleEndianBytes.Chunk, _ file: LittleEndianBytes, _ values: StringPool?
  ) {
    // After the name of 128 UTF-16 units: the offsets of the type names and of the entry names.
    guard let types = pool(at: package.start + 268, of: package, file),
      let keys = pool(at: package.start + 276, of: package, file), let values
    else { return }
    for chunk in file.chunks(in: package) where chunk.type == 0x0201 {
      guard let id = file.byte(chunk.start + 8), id > 0, types[Int(id) - 1] == "raw" else {
        continue
      }
      for offset in offsets(of: chunk, file) where raw.count < Self.maximumEntries {
        guard let (key, value) = entry(at: offset, file), let name = keys[key],
          let path = values[value]
        else { continue }
        raw.append(Entry(name: name, path: TreePath(path)))
      }
    }
    raw = raw.withoutRepeats()
  }

  private func pool(
    at place: Int, of package: LittleEndianBytes.Chunk, _ file: LittleEndianBytes
  ) -> StringPool? {
    file.number32(place).flatMap { file.chunk(at: package.start + $0) }.flatMap {
      StringPool(file, $0)
    }
  }

  /// The offsets of the entries of a type.
  private func offsets(of chunk: LittleEndianBytes.Chunk, _ file: LittleEndianBytes) -> [Int] {
    guard let flags = file.byte(chunk.start + 9), let count = file.number32(chunk.start + 12),
      let start = file.number32(chunk.start + 16), count <= Self.maximumEntries
    else { return [] }
    let list = chunk.start + chunk.headerSize
    return (0..<count).compactMap { index in
      // Sparse tables have pairs of an index and an offset in words; other tables may have 16-bit
      // offsets alone.
      let isShort = flags & 0x02 != 0
      let place = list + index * (isShort ? 2 : 4)
      guard flags & 0x03 != 0 else {
        guard let offset = file.number32(place), offset != 0xFFFF_FFFF else { return nil }
        return chunk.start + start + offset
      }
      guard let words = file.number16(isShort ? place : place + 2), words != 0xFFFF else {
        return nil
      }
      return chunk.start + start + words * 4
    }
  }

  /// The places of an entry's name and of its text in the pools; nil if its value is not a text.
  private func entry(at place: Int, _ file: LittleEndianBytes) -> (key: Int, value: Int)? {
    guard let flags = file.number16(place + 2), flags & 0x0001 == 0 else { return nil }
    if flags & 0x0008 != 0 {
      guard flags >> 8 == 0x03, let key = file.number16(place),
        let value = file.number32(place + 4)
      else { return nil }
      return (key, value)
    }
    guard let size = file.number16(place), let key = file.number32(place + 4),
      file.byte(place + size + 3) == 0x03, let value = file.number32(place + size + 4)
    else { return nil }
    return (key, value)
  }
}

/// Texts of a resource table, by their places.
private struct StringPool {
  private let file: LittleEndianBytes
  private let chunk: LittleEndianBytes.Chunk
  private let count: Int
  private let isUTF8: Bool
  private let strings: Int

  init?(_ file: LittleEndianBytes, _ chunk: LittleEndianBytes.Chunk) {
    guard chunk.type == 0x0001, let count = file.number32(chunk.start + 8),
      let flags = file.number32(chunk.start + 16), let start = file.number32(chunk.start + 20)
    else { return nil }
    (self.file, self.chunk, self.count) = (file, chunk, count)
    isUTF8 = flags & 0x100 != 0
    strings = chunk.start + start
  }

  subscript(index: Int) -> String? {
    guard index >= 0, index < count,
      let offset = file.number32(chunk.start + chunk.headerSize + index * 4)
    else { return nil }
    var place = strings + offset
    guard !isUTF8 else {
      // The length in UTF-16 units comes first, then the length in bytes; each has one or two
      // bytes.
      guard length8(&place) != nil, let length = length8(&place) else { return nil }
      return file.bytes(place, count: length).map { String(decoding: $0, as: UTF8.self) }
    }
    guard var length = file.number16(place) else { return nil }
    place += 2
    if length & 0x8000 != 0, let low = file.number16(place) {
      length = (length & 0x7FFF) << 16 | low
      place += 2
    }
    guard length <= 4096 else { return nil }
    let units = (0..<length).compactMap { file.number16(place + $0 * 2) }.map(UInt16.init)
    return units.count == length ? String(decoding: units, as: UTF16.self) : nil
  }

  private func length8(_ place: inout Int) -> Int? {
    guard let first = file.byte(place) else { return nil }
    place += 1
    guard first & 0x80 != 0 else { return Int(first) }
    guard let second = file.byte(place) else { return nil }
    place += 1
    return Int(first & 0x7F) << 8 | Int(second)
  }
}

/// Checked access to the numbers of a file whose offsets may be wrong.
private struct LittleEndianBytes {
  struct Chunk {
    let type: Int
    let start: Int
    let headerSize: Int
    let end: Int
  }

  private let all: [UInt8]

  init(_ bytes: [UInt8]) { all = bytes }

  func byte(_ place: Int) -> UInt8? { all.indices.contains(place) ? all[place] : nil }

  func bytes(_ place: Int, count: Int) -> ArraySlice<UInt8>? {
    guard place >= 0, place <= all.count, count <= all.count - place else { return nil }
    return all[place..<(place + count)]
  }

  func number16(_ place: Int) -> Int? {
    bytes(place, count: 2).map { Int($0.first ?? 0) | Int($0.last ?? 0) << 8 }
  }

  func number32(_ place: Int) -> Int? {
    bytes(place, count: 4).map { $0.reversed().reduce(0) { $0 << 8 | Int($1) } }
  }

  func chunk(at place: Int) -> Chunk? {
    guard let type = number16(place), let header = number16(place + 2),
      let size = number32(place + 4), header >= 8, size >= header, size <= all.count - place
    else { return nil }
    return Chunk(type: type, start: place, headerSize: header, end: place + size)
  }

  /// The chunks inside `outer`, in order.
  func chunks(in outer: Chunk) -> [Chunk] {
    var chunks: [Chunk] = []
    var place = outer.start + outer.headerSize
    while place < outer.end, let chunk = chunk(at: place) {
      chunks.append(chunk)
      place = chunk.end
    }
    return chunks
  }
}
