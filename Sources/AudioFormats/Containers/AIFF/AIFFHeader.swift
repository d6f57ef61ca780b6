import Files

/// The bytes of an AIFF or AIFF-C file before its audio, padded as Apple's tools do it.
enum AIFFHeader {
  static func bytes(
    _ container: Container, _ format: DataFormat, _ counts: HeaderCounts
  ) throws(ContainerError) -> [UInt8] {
    let padded = counts.byteCount + counts.byteCount % 2
    let formSize = max(0, Int64(counts.audioOffset) - 8) + padded
    let packetCount = counts.byteCount / Int64(format.bytesPerPacket)
    guard formSize <= Int64(UInt32.max) else {
      throw .limit("an AIFF file holds less than 4 GiB; write CAF instead (-f caff)")
    }
    var writer = ByteWriter()
    writer.write("FORM" as FourCharCode)
    writer.writeBE(UInt32(formSize))
    writer.write(container.code)
    if container == .aifc { writeVersion(to: &writer) }
    AIFFCommon(
      channelCount: Int16(format.channelCount), frameCount: UInt32(packetCount),
      sampleSize: Int16(format.bitsPerChannel), sampleRate: format.sampleRate,
      compression: container == .aifc ? AIFFCompression.compression(of: format.coding) : nil
    ).write(to: &writer)
    if container == .aifc, let layout = counts.options.layout(of: format) {
      writer.write("CHAN" as FourCharCode)
      writer.writeBE(UInt32(ChannelLayoutChunk.size))
      ChannelLayoutChunk(layout: layout).writeContent(to: &writer)
    }
    let soundHeader = 8 + Int(AIFFSoundDataHeader.size)
    let filler = counts.audioOffset - writer.bytes.count - soundHeader - 8
    if filler >= 0 {
      writer.write("FLLR" as FourCharCode)
      writer.writeBE(UInt32(filler))
      writer.writeZeros(filler)
    }
    writer.write("SSND" as FourCharCode)
    writer.writeBE(UInt32(counts.byteCount + AIFFSoundDataHeader.size))
    writer.writeZeros(Int(AIFFSoundDataHeader.size))  // offset and block size
    return writer.bytes
  }

  private static func writeVersion(to writer: inout ByteWriter) {
    writer.write(AIFCVersion.id)
    writer.writeBE(UInt32(4))
    writer.writeBE(AIFCVersion.version1)
  }
}
