/// Bytes at random positions: a file, or memory.
public protocol ByteSource: Sendable {
  /// Bytes in all, fixed when the source was opened.
  var byteCount: Int64 { get }

  /// Replaces `bytes` with up to `count` bytes from `offset` on; fewer only at the end.
  func read(at offset: Int64, count: Int, into bytes: inout [UInt8]) throws(FileError)
}

extension ByteSource {
  /// Up to `count` bytes from `offset` on; fewer only at the end.
  public func bytes(at offset: Int64, count: Int) throws(FileError) -> [UInt8] {
    var bytes: [UInt8] = []
    try read(at: offset, count: count, into: &bytes)
    return bytes
  }
}

/// A source in memory.
public struct MemorySource: ByteSource {
  private let content: [UInt8]

  public init(_ content: [UInt8]) { self.content = content }

  public var byteCount: Int64 { Int64(content.count) }

  public func read(at offset: Int64, count: Int, into bytes: inout [UInt8]) {
    let start = Int(min(max(0, offset), byteCount))
    let end = start + min(max(0, count), content.count - start)
    bytes.removeAll(keepingCapacity: true)
    bytes.append(contentsOf: content[start..<end])
  }
}

/// A place for bytes at random positions: a file that is being made, or memory.
public protocol ByteSink {
  mutating func write(_ bytes: [UInt8], at offset: Int64) throws(FileError)
}

/// A sink in memory.
public struct MemorySink: ByteSink {
  public private(set) var content: [UInt8] = []

  public init() {}

  public mutating func write(_ bytes: [UInt8], at offset: Int64) {
    let start = Int(offset)
    let missing = start + bytes.count - content.count
    if missing > 0 { content.append(contentsOf: repeatElement(0, count: missing)) }
    content.replaceSubrange(start..<start + bytes.count, with: bytes)
  }
}
