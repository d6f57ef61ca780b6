import FoundationEssentials

/// The references among the objects of a binary property list.
///
/// Objects are numbered, and an array or a dictionary names its members by number. Foundation
/// makes a member anew wherever it is named: of ten arrays that each name the next one ten times, it
/// would make thousands of millions.
struct BinaryPropertyList {
  private let bytes: [UInt8]
  private let offsetWidth: Int
  private let referenceWidth: Int
  private let count: Int
  private let root: Int
  /// Where the offsets of the objects stand.
  private let table: Int

  private static let trailerLength = 32
  /// A table with as many translations has more than 4 MiB.
  private static let greatestCount = 250_000

  /// - Returns: nil where it has no valid trailer.
  init?(_ data: Data) {
    let bytes = [UInt8](data)
    let trailer = bytes.count - Self.trailerLength
    guard trailer > 0 else { return nil }
    (offsetWidth, referenceWidth) = (Int(bytes[trailer + 6]), Int(bytes[trailer + 7]))
    let numbers = [8, 16, 24].compactMap {
      Self.integer(in: bytes, at: trailer + $0, width: 8)
    }
    guard numbers.count == 3, numbers.allSatisfy({ $0 <= bytes.count }) else { return nil }
    (count, root, table) = (numbers[0], numbers[1], numbers[2])
    self.bytes = bytes
  }

  /// Whether it is small and flat when each member is made wherever it is named.
  var isSafe: Bool {
    var waiting = [(object: root, depth: 0)]
    var made = 0
    while let (object, depth) = waiting.popLast() {
      made += 1
      guard depth <= PropertyListShape.greatestDepth, let members = members(of: object),
        made + waiting.count + members.count <= Self.greatestCount
      else { return false }
      waiting += members.map { ($0, depth + 1) }
    }
    return true
  }

  /// The numbers of an array's or a dictionary's members, and of its keys; of others none.
  /// - Returns: nil where they are not there.
  private func members(of object: Int) -> [Int]? {
    guard object < count, let offset = integer(at: table + object * offsetWidth, offsetWidth),
      let marker = integer(at: offset, 1)
    else { return nil }
    let kind = marker >> 4
    guard [0xA, 0xB, 0xC, 0xD].contains(kind) else { return [] }
    var (length, start) = (marker & 0xF, offset + 1)
    if length == 0xF {
      guard let size = integer(at: start, 1), size >> 4 == 1 else { return nil }
      let width = 1 << (size & 0xF)
      guard let long = integer(at: start + 1, width) else { return nil }
      (length, start) = (long, start + 1 + width)
    }
    guard length <= Self.greatestCount else { return nil }
    let references = (0..<(kind == 0xD ? 2 * length : length)).map {
      integer(at: start + $0 * referenceWidth, referenceWidth)
    }
    return references.contains(nil) ? nil : references.compactMap(\.self)
  }

  private func integer(at offset: Int, _ width: Int) -> Int? {
    Self.integer(in: bytes, at: offset, width: width)
  }

  /// - Returns: nil where it ends beyond the file, or is larger than any number that has a meaning here.
  private static func integer(in bytes: [UInt8], at offset: Int, width: Int) -> Int? {
    guard (1...8).contains(width), offset <= bytes.count - width else { return nil }
    let value = bytes[offset..<offset + width].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return value <= UInt64(UInt32.max) ? Int(value) : nil
  }
}
