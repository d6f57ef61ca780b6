import Files

/// The bytes of a CAF before its audio, in the order and with the padding of Apple's tools.
enum CAFHeader {
  static func bytes(_ format: DataFormat, _ counts: HeaderCounts) -> [UInt8] {
    var writer = ByteWriter()
    writer.write("caff" as FourCharCode)
    writer.writeBE(UInt16(1))
    writer.writeBE(UInt16(0))
    description(format).write(to: &writer)
    if let layout = counts.options.layout(of: format) {
      writer.write("chan" as FourCharCode)
      writer.writeBE(UInt64(ChannelLayoutChunk.size))
      ChannelLayoutChunk(layout: layout).writeContent(to: &writer)
    }
    if format.coding == .ima4 {
      let packetCount = counts.byteCount / Int64(format.bytesPerPacket)
      // A table without entries counts no packets ("Packet Table Chunk").
      CAFPacketTable(
        position: 0, packetCount: 0,
        header: .ima4(
          frameCount: counts.validFrames, packetCount: packetCount,
          primingFrames: counts.primingFrames)
      ).write(to: &writer)
    }
    for (id, content) in counts.options.chunks.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      writer.write(id)
      writer.writeBE(UInt64(content.count))
      writer.write(content)
    }
    let dataHeader = 12 + 4
    let filler = counts.audioOffset - writer.bytes.count - dataHeader - 12
    if filler >= 0 {
      writer.write("free" as FourCharCode)
      writer.writeBE(UInt64(filler))
      writer.writeZeros(filler)
    }
    writer.write("data" as FourCharCode)
    writer.writeBE(UInt64(counts.byteCount) + 4)
    writer.writeBE(UInt32(1))  // edit count, as Apple's tools leave it
    return writer.bytes
  }

  private static func description(_ format: DataFormat) -> CAFAudioDescription {
    var flags: UInt32 = 0
    if case .linearPCM(let pcm) = format.coding {
      if pcm.sampleType == .float { flags |= CAFAudioDescription.isFloat }
      if pcm.byteOrder == .littleEndian { flags |= CAFAudioDescription.isLittleEndian }
    }
    return CAFAudioDescription(
      sampleRate: format.sampleRate, formatID: format.coding.formatID, formatFlags: flags,
      bytesPerPacket: UInt32(format.bytesPerPacket),
      framesPerPacket: UInt32(format.framesPerPacket),
      channelsPerFrame: UInt32(format.channelCount), bitsPerChannel: UInt32(format.bitsPerChannel))
  }
}

/// The `desc` chunk (Apple Core Audio Format Specification, "Audio Description Chunk").
struct CAFAudioDescription: ChunkContent {
  static let id: FourCharCode = "desc"
  static let size = 32

  var sampleRate: Double
  var formatID: FourCharCode
  var formatFlags: UInt32
  var bytesPerPacket: UInt32
  var framesPerPacket: UInt32
  var channelsPerFrame: UInt32
  var bitsPerChannel: UInt32

  /// `kCAFLinearPCMFormatFlagIsFloat`, `kCAFLinearPCMFormatFlagIsLittleEndian`.
  static let isFloat: UInt32 = 1
  static let isLittleEndian: UInt32 = 2
}

extension CAFAudioDescription {
  init(parsing reader: inout ByteReader) throws(Malformed) {
    guard reader.remaining == Self.size else {
      throw Malformed(at: reader.position, "the 'desc' chunk has \(reader.remaining) bytes, not 32")
    }
    sampleRate = Double(bitPattern: try reader.readUInt64BE())
    formatID = try reader.readFourCharCode()
    formatFlags = try reader.readUInt32BE()
    bytesPerPacket = try reader.readUInt32BE()
    framesPerPacket = try reader.readUInt32BE()
    channelsPerFrame = try reader.readUInt32BE()
    bitsPerChannel = try reader.readUInt32BE()
  }

  func write(to writer: inout ByteWriter) {
    writer.write(Self.id)
    writer.writeBE(UInt64(Self.size))
    writer.writeBE(sampleRate.bitPattern)
    writer.write(formatID)
    for field in [formatFlags, bytesPerPacket, framesPerPacket, channelsPerFrame, bitsPerChannel] {
      writer.writeBE(field)
    }
  }
}

/// The header of the `pakt` chunk ("Packet Table Chunk"); Tocsin does not need the entries after
/// it.
struct CAFPacketTable: ChunkContent {
  static let id: FourCharCode = "pakt"
  static let size = 24

  /// Offset of the chunk's first byte in the file.
  var position: Int64
  /// Packets that the table lists; 0 where all packets have one size.
  var packetCount: Int64
  var header: PacketTable
}

extension CAFPacketTable {
  init(parsing reader: inout ByteReader) throws(Malformed) {
    position = reader.position
    packetCount = Int64(bitPattern: try reader.readUInt64BE())
    header = PacketTable(
      validFrames: Int64(bitPattern: try reader.readUInt64BE()),
      primingFrames: Int32(bitPattern: try reader.readUInt32BE()),
      remainderFrames: Int32(bitPattern: try reader.readUInt32BE()))
    guard packetCount >= 0, header.validFrames >= 0, header.primingFrames >= 0,
      header.remainderFrames >= 0
    else { throw Malformed(at: position, "the packet table has a negative count") }
  }

  func write(to writer: inout ByteWriter) {
    writer.write(Self.id)
    writer.writeBE(UInt64(Self.size))
    writer.writeBE(packetCount)
    writer.writeBE(header.validFrames)
    writer.writeBE(header.primingFrames)
    writer.writeBE(header.remainderFrames)
  }
}

/// The `chan` chunk ("Channel Layout Chunk"), which AIFF-C calls `CHAN`.
struct ChannelLayoutChunk: ChunkContent {
  static let size = 12
  private static let bytesPerDescription = 20

  var layout: ChannelLayout
}

extension ChannelLayoutChunk {
  init(parsing reader: inout ByteReader) throws(Malformed) {
    let start = reader.position
    layout = ChannelLayout(tag: try reader.readUInt32BE())
    try reader.skip(4)
    let count = try reader.readUInt32BE()
    guard UInt64(count) <= UInt64(reader.remaining / Self.bytesPerDescription) else {
      throw Malformed(at: start + 8, "the channel layout claims \(count) descriptions")
    }
  }

  /// Writes the content without a header; CAF and AIFF-C spell that differently.
  func writeContent(to writer: inout ByteWriter) {
    writer.writeBE(layout.tag)
    writer.writeZeros(8)
  }
}
