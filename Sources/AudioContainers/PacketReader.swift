import AudioTypes
public import Files

/// Reads the packets of a parsed container, in order.
public struct PacketReader {
  private let source: any ByteSource
  private let audioBytes: Range<Int64>
  private var position: Int64

  /// A reader at the first packet of `description`, which was parsed from `source`.
  public init(_ source: any ByteSource, _ description: ContainerDescription) {
    self.source = source
    audioBytes = description.audioBytes
    position = description.audioBytes.lowerBound
  }

  /// Offset in the file of the next packet.
  public var nextPosition: Int64 { position }

  /// Passes over up to `byteCount` bytes.
  public mutating func skip(byteCount: Int64) {
    position += min(byteCount, audioBytes.upperBound - position)
  }

  /// Replaces `packets` with up to `byteCount` bytes; none are left at the end.
  public mutating func read(byteCount: Int, into packets: inout [UInt8]) throws(FileError) {
    let count = min(Int64(byteCount), audioBytes.upperBound - position)
    try source.read(at: position, count: Int(count), into: &packets)
    position += count
  }
}
