/// Bytes at random positions: a file, or memory.
public protocol ByteSource: Sendable {
  /// Bytes in all, fixed when the source was opened.
  var byteCount: Int64 { get }

  /// Replaces `bytes` with up to `count` bytes from `offset` on; fewer only at the end.
  /// - Throws: ``FileError`` where the file cannot be read, or has become shorter.
  func read(at offset: Int64, count: Int, into bytes: inout [UInt8]) throws(FileError)
}

extension ByteSource {
  /// Up to `count` bytes from `offset` on; fewer only at the end.
  /// - Throws: ``FileError`` where the file cannot be read, or has become shorter.
  public func bytes(at offset: Int64, count: Int) throws(FileError) -> [UInt8] {
    var bytes: [UInt8] = []
    try read(at: offset, count: count, into: &bytes)
    return bytes
  }
}

/// The bytes of another source from an offset on.
public struct SourceSlice<Source: ByteSource>: ByteSource {
  private let source: Source
  private let start: Int64

  /// The bytes of `source` from `start` on; none where it has fewer.
  public init(_ source: Source, from start: Int64) {
    self.source = source
    self.start = min(max(0, start), source.byteCount)
  }

  /// The bytes after the offset.
  public var byteCount: Int64 { source.byteCount - start }

  /// Replaces `bytes` with up to `count` bytes, counted from the start of the slice.
  /// - Throws: ``FileError`` as the source does.
  public func read(at offset: Int64, count: Int, into bytes: inout [UInt8]) throws(FileError) {
    // bounded: neither is larger than the source.
    try source.read(at: start + min(max(0, offset), byteCount), count: count, into: &bytes)
  }
}

/// A source in memory.
public struct MemorySource: ByteSource {
  private let content: [UInt8]

  /// A source of these bytes.
  public init(_ content: [UInt8]) { self.content = content }

  /// The count of the bytes that the source was made with.
  public var byteCount: Int64 { Int64(content.count) }

  /// Replaces `bytes` with up to `count` bytes; empty for an offset outside of the content.
  public func read(at offset: Int64, count: Int, into bytes: inout [UInt8]) {
    let start = Int(min(max(0, offset), byteCount))
    let end = start + min(max(0, count), content.count - start)
    bytes.removeAll(keepingCapacity: true)
    bytes.append(contentsOf: content[start..<end])
  }
}

/// A place for bytes at random positions: a file that is being made, or memory.
public protocol ByteSink {
  /// Puts `bytes` at `offset`; room before it that was never written is zeros.
  /// - Throws: ``FileError`` where the place cannot be written.
  mutating func write(_ bytes: [UInt8], at offset: Int64) throws(FileError)
}

/// A sink in memory.
public struct MemorySink: ByteSink {
  /// All that was written, from offset 0.
  public private(set) var content: [UInt8] = []

  /// A sink without content.
  public init() {}

  /// Puts `bytes` at `offset`, which is not negative; room before it that was never written is
  /// zeros.
  public mutating func write(_ bytes: [UInt8], at offset: Int64) {
    let start = Int(offset)
    let missing = start + bytes.count - content.count
    if missing > 0 { content.append(contentsOf: repeatElement(0, count: missing)) }
    content.replaceSubrange(start..<start + bytes.count, with: bytes)
  }
}

/// Bytes that violate their format, and their position.
public struct Malformed: Error, Hashable, Sendable {
  /// Offset in the file of the first byte that is wrong.
  public let position: Int64
  /// The defect, as the end of a sentence.
  public let reason: String

  /// A defect at `position`, counted from the start of the file.
  public init(at position: Int64, _ reason: String) {
    self.position = position
    self.reason = reason
  }
}

/// A cursor over bytes of a file that never reads past them.
public struct ByteReader {
  private let bytes: [UInt8]
  private let basePosition: Int64
  private var offset = 0

  /// A reader of `bytes`, the first of which is at `position` in its file.
  public init(_ bytes: [UInt8], at position: Int64 = 0) {
    self.bytes = bytes
    basePosition = position
  }

  /// Offset in the file of the next byte.
  public var position: Int64 { basePosition + Int64(offset) }

  /// Bytes that are left.
  public var remaining: Int { bytes.count - offset }

  /// The next `count` bytes.
  /// - Throws: ``Malformed`` where there are fewer.
  public mutating func read(_ count: Int) throws(Malformed) -> ArraySlice<UInt8> {
    guard count >= 0, count <= remaining else {
      throw Malformed(at: position, "\(count) more bytes are needed, \(remaining) are there")
    }
    defer { offset += count }
    return bytes[offset..<offset + count]
  }

  /// Skips `count` bytes.
  /// - Throws: ``Malformed`` where there are fewer.
  public mutating func skip(_ count: Int) throws(Malformed) { _ = try read(count) }

  /// The next byte.
  /// - Throws: ``Malformed`` at the end.
  public mutating func readUInt8() throws(Malformed) -> UInt8 { try readBigEndian() }
  /// The next two bytes, the most significant first.
  /// - Throws: ``Malformed`` where there are fewer.
  public mutating func readUInt16BE() throws(Malformed) -> UInt16 { try readBigEndian() }
  /// The next four bytes, the most significant first.
  /// - Throws: ``Malformed`` where there are fewer.
  public mutating func readUInt32BE() throws(Malformed) -> UInt32 { try readBigEndian() }
  /// The next eight bytes, the most significant first.
  /// - Throws: ``Malformed`` where there are fewer.
  public mutating func readUInt64BE() throws(Malformed) -> UInt64 { try readBigEndian() }
  /// The next two bytes, the least significant first.
  /// - Throws: ``Malformed`` where there are fewer.
  public mutating func readUInt16LE() throws(Malformed) -> UInt16 { try readUInt16BE().byteSwapped }
  /// The next four bytes, the least significant first.
  /// - Throws: ``Malformed`` where there are fewer.
  public mutating func readUInt32LE() throws(Malformed) -> UInt32 { try readUInt32BE().byteSwapped }
  /// The next eight bytes, the least significant first.
  /// - Throws: ``Malformed`` where there are fewer.
  public mutating func readUInt64LE() throws(Malformed) -> UInt64 { try readUInt64BE().byteSwapped }

  private mutating func readBigEndian<T: FixedWidthInteger & UnsignedInteger>() throws(Malformed)
    -> T
  {
    try read(T.bitWidth / 8).reduce(0) { T(truncatingIfNeeded: UInt64($0) << 8) | T($1) }
  }
}

/// Builds the bytes of a header: the inverse of `ByteReader`.
public struct ByteWriter {
  /// The bytes written so far.
  public private(set) var bytes: [UInt8] = []

  /// A writer without bytes.
  public init() {}

  /// Appends bytes in their order.
  public mutating func write(_ more: some Sequence<UInt8>) { bytes.append(contentsOf: more) }
  /// Appends `count` bytes of 0, as padding.
  public mutating func writeZeros(_ count: Int) { write(repeatElement(0, count: count)) }

  /// Most significant byte first.
  public mutating func writeBE(_ value: some FixedWidthInteger) {
    for shift in stride(from: value.bitWidth - 8, through: 0, by: -8) {
      bytes.append(UInt8(truncatingIfNeeded: value >> shift))
    }
  }

  /// Least significant byte first.
  public mutating func writeLE(_ value: some FixedWidthInteger) { writeBE(value.byteSwapped) }
}
