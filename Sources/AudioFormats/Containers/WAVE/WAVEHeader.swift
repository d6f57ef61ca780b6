import Files

/// The bytes of a WAVE file before its audio, padded as Apple's tools do it.
enum WAVEHeader {
  static func bytes(
    _ format: DataFormat, _ counts: HeaderCounts
  ) throws(ContainerError) -> [UInt8] {
    let padded = counts.byteCount + counts.byteCount % 2
    let formSize = max(0, Int64(counts.audioOffset) - 8) + padded
    guard formSize <= Int64(UInt32.max) else {
      throw .limit("a WAVE file holds less than 4 GiB; write CAF instead (-f caff)")
    }
    let fields = fields(format)
    var writer = ByteWriter()
    writer.write("RIFF" as FourCharCode)
    writer.writeLE(UInt32(formSize))
    writer.write("WAVE" as FourCharCode)
    fields.write(to: &writer)
    if fields.tag != WAVETag.pcm {
      WAVEFact(frameCount: UInt32(clamping: counts.validFrames)).write(to: &writer)
    }
    let filler = counts.audioOffset - writer.bytes.count - 8 - 8
    if filler >= 0 {
      writer.write("FLLR" as FourCharCode)
      writer.writeLE(UInt32(filler))
      writer.writeZeros(filler)
    }
    writer.write("data" as FourCharCode)
    writer.writeLE(UInt32(counts.byteCount))
    return writer.bytes
  }

  private static func fields(_ format: DataFormat) -> WAVEFormat {
    guard let tag = format.coding.row.waveTag else {
      preconditionFailure("the writer has refused this coding")
    }
    // WAVEFORMATEXTENSIBLE is due for more than two channels or more than 16 integer bits
    // (Microsoft, "Multiple Channel Audio Data and WAVE Files").
    let isWide = tag == WAVETag.pcm && format.bitsPerChannel > 16
    return WAVEFormat(
      tag: tag, channelCount: UInt16(format.channelCount),
      sampleRate: UInt32(format.sampleRate.rounded()), blockAlign: UInt16(format.bytesPerPacket),
      bitsPerSample: UInt16(format.bitsPerChannel),
      isExtensible: isWide || format.channelCount > 2)
  }
}
