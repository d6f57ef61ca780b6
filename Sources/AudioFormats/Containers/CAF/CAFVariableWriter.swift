public import Files

/// Writes a CAF whose packets vary in size: the header, packets as they come, and after them the
/// table of their sizes.
public struct CAFVariableWriter<Sink: ByteSink> {
  private var sink: Sink
  private let header: [UInt8]
  private let framesPerPacket: Int64
  private var sizes = ByteWriter()
  private var packetCount: Int64 = 0
  private var byteCount: Int64 = 0
  private var waiting: [UInt8] = []
  /// The offset of the audio: that of Apple's tools, or a later page where the header needs more.
  private let audioOffset: Int
  /// The chunk headers of the filler and of the audio, and the edit count.
  private static var chunkHeaders: Int { 12 + 12 + 4 }
  private static var pageSize: Int { 4_096 }
  private static var pieceSize: Int { 1 << 16 }

  /// - Parameters:
  ///   - format: a coding with a format ID and a fixed number of frames a packet.
  ///   - cookie: the data that decoders need beside the packets.
  ///   - sink: the destination; its content from byte 0 on is replaced.
  /// - Throws: ``ContainerError`` where the sink cannot be written, or the format has no ID for a
  ///   CAF.
  public init(_ format: DataFormat, cookie: [UInt8], to sink: Sink) throws(ContainerError) {
    guard case .other(.fourCharCode(let id), _, let frames) = format.coding, frames > 0 else {
      throw .unsupported("\(format.codingName) in packets that vary")
    }
    self.sink = sink
    framesPerPacket = Int64(frames)
    var writer = ByteWriter()
    writer.write("caff" as FourCharCode)
    writer.writeBE(UInt16(1))
    writer.writeBE(UInt16(0))
    CAFAudioDescription(
      sampleRate: format.sampleRate, formatID: id, formatFlags: 0, bytesPerPacket: 0,
      framesPerPacket: UInt32(frames), channelsPerFrame: UInt32(format.channelCount),
      bitsPerChannel: 0
    ).write(to: &writer)
    if format.channelCount <= 2 {
      let layout: ChannelLayout = format.channelCount == 1 ? .mono : .stereo
      writer.write("chan" as FourCharCode)
      writer.writeBE(UInt64(ChannelLayoutChunk.size))
      ChannelLayoutChunk(layout: layout).writeContent(to: &writer)
    }
    writer.write("kuki" as FourCharCode)
    writer.writeBE(UInt64(cookie.count))
    writer.write(cookie)
    header = writer.bytes
    let least = header.count + Self.chunkHeaders
    audioOffset = (least + Self.pageSize - 1) / Self.pageSize * Self.pageSize
  }

  /// Appends one packet of any size.
  /// - Throws: ``ContainerError`` where the sink cannot be written.
  public mutating func write(_ packet: [UInt8]) throws(ContainerError) {
    sizes.write(Self.variableLength(packet.count))
    packetCount += 1
    waiting += packet
    if waiting.count >= Self.pieceSize { try flush() }
  }

  /// Writes the header and the packet table ("Packet Table Chunk").
  /// - Returns: the sink.
  /// - Throws: ``ContainerError`` where the sink cannot be written.
  @discardableResult
  public mutating func finish(
    validFrames: Int64, primingFrames: Int32
  ) throws(ContainerError) -> Sink {
    try flush()
    let held = packetCount.multipliedClamped(by: framesPerPacket)
      .subtractingClamped(Int64(primingFrames))
    var table = ByteWriter()
    table.write(CAFPacketTable.id)
    table.writeBE(UInt64(CAFPacketTable.size + sizes.bytes.count))
    table.writeBE(packetCount)
    table.writeBE(min(validFrames, max(0, held)))
    table.writeBE(primingFrames)
    table.writeBE(Int32(clamping: max(0, held.subtractingClamped(validFrames))))
    table.write(sizes.bytes)
    var start = ByteWriter()
    start.write(header)
    let filler = audioOffset - header.count - Self.chunkHeaders
    start.write("free" as FourCharCode)
    start.writeBE(UInt64(filler))
    start.writeZeros(filler)
    start.write("data" as FourCharCode)
    start.writeBE(UInt64(byteCount) + 4)
    start.writeBE(UInt32(1))
    do {
      try sink.write(start.bytes, at: 0)
      try sink.write(table.bytes, at: Int64(audioOffset) + byteCount)
    } catch { throw .file(error) }
    return sink
  }

  private mutating func flush() throws(ContainerError) {
    do {
      try sink.write(waiting, at: Int64(audioOffset) + byteCount)
    } catch { throw .file(error) }
    byteCount += Int64(waiting.count)
    waiting.removeAll(keepingCapacity: true)
  }

  /// Seven bits a byte, the most significant first. The top bit means that more bytes follow.
  private static func variableLength(_ value: Int) -> [UInt8] {
    var bytes = [UInt8(value & 0x7F)]
    var rest = value >> 7
    while rest > 0 {
      bytes.insert(UInt8(rest & 0x7F) | 0x80, at: 0)
      rest >>= 7
    }
    return bytes
  }
}
