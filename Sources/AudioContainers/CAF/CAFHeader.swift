import AudioTypes
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
    let id: FourCharCode
    switch format.coding {
    case .uLaw: id = "ulaw"
    case .aLaw: id = "alaw"
    case .ima4: id = "ima4"
    case .linearPCM(let pcm):
      id = "lpcm"
      if pcm.sampleType == .float { flags |= CAFAudioDescription.isFloat }
      if pcm.byteOrder == .littleEndian { flags |= CAFAudioDescription.isLittleEndian }
    case .msIMA, .other: preconditionFailure("the writer has refused this coding")
    }
    return CAFAudioDescription(
      sampleRate: format.sampleRate, formatID: id, formatFlags: flags,
      bytesPerPacket: UInt32(format.bytesPerPacket),
      framesPerPacket: UInt32(format.framesPerPacket),
      channelsPerFrame: UInt32(format.channelCount), bitsPerChannel: UInt32(format.bitsPerChannel))
  }
}
