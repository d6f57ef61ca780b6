public import Files

/// The pages of an Ogg stream (RFC 3533, 6), as far as afinfo reports them.
public struct OggPages {
  /// The offset of the first page with audio; nil if the headers do not end.
  public private(set) var audioOffset: Int64?
  private static let headerSize = 27
  /// Comments with a large picture in them take some hundred pages of up to 65,307 bytes.
  private static let maximumCount = 4_096

  /// - Parameters:
  ///   - source: the file.
  ///   - headerCount: packets before the audio, which starts on a page of its own: 2 for Opus (RFC
  ///     7845, 3), 3 for Vorbis.
  public init(_ source: some ByteSource, headerCount: Int) {
    var position: Int64 = 0
    var packetCount = 0
    for _ in 0..<Self.maximumCount {
      if packetCount >= headerCount {
        if position < source.byteCount { audioOffset = position }
        return
      }
      guard let sizes = Self.segments(source, at: position) else { return }
      // A segment of less than 255 bytes is the end of a packet.
      packetCount += sizes.count { $0 < 255 }
      position += Int64(Self.headerSize + sizes.count) + sizes.reduce(0) { $0 + Int64($1) }
    }
  }

  /// The sizes of a page's segments; nil where no page starts.
  private static func segments(_ source: some ByteSource, at position: Int64) -> [UInt8]? {
    guard let head = try? source.bytes(at: position, count: headerSize), head.count == headerSize,
      head.starts(with: "OggS".utf8),
      let sizes = try? source.bytes(at: position + Int64(headerSize), count: Int(head[26])),
      sizes.count == Int(head[26])
    else { return nil }
    return sizes
  }
}
