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
