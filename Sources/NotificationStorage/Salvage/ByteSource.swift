/// The bytes of a file, by their offsets.
package struct ByteSource {
  let count: Int
  /// Reads a number of bytes at an offset, or as many as there are.
  private let bytes: (Int, Int) throws -> [UInt8]

  init(count: Int, read: @escaping (Int, Int) throws -> [UInt8]) {
    self.count = count
    bytes = read
  }

  init(_ all: [UInt8]) {
    self.init(count: all.count) { place, count in Array(all[place..<place + count]) }
  }

  /// As many bytes as there are: a part beyond the end is left out.
  package func read(_ place: Int, _ count: Int) throws -> [UInt8] {
    guard place >= 0, count > 0, place < self.count else { return [] }
    return try bytes(place, min(count, self.count - place))
  }
}

extension Array<UInt8> {
  /// A number in big-endian order; 0 where the array ends before it does.
  func bigEndian(_ place: Int, _ size: Int) -> UInt32 {
    guard place >= 0, place + size <= count else { return 0 }
    return self[place..<place + size].reduce(0) { $0 << 8 | UInt32($1) }
  }
}
