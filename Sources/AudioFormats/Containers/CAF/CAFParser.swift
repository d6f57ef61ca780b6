import Files

/// Reads a Core Audio Format file.
enum CAFParser {
  /// File header: 'caff', version 1, flags 0.
  private static let headerSize: Int64 = 8
  private static let editCountSize: Int64 = 4

  static func parse(_ source: some ByteSource) throws(ParseError) -> ContainerDescription {
    var notes = try fileHeader(source)
    var walk = ChunkWalk(.bigEndian64, padsToEven: false, required: ["desc", "data"])
    walk.resolveSize = { id, field, left in
      // -1 means that the data chunk reaches to the end of the file.
      id == "data" && field == .max ? nil : field
    }
    walk.opensAudio = ("data", editCountSize, OpenEnd(byteCount: source.byteCount, formEnd: nil))
    try walk.run(source, from: headerSize, formEnd: nil)
    guard let first = walk.chunks.first, first.id == "desc" else {
      throw .malformed(at: headerSize, "the first chunk is not 'desc'")
    }
    let chunk = try walk.mandatory("desc", endOfFile: source.byteCount)
    let description = try walk.content(CAFAudioDescription.self, of: chunk, source)
    let format = try dataFormat(description, at: chunk.payload.lowerBound)
    let data = try walk.mandatory("data", endOfFile: source.byteCount)
    let audio = try audioBytes(of: data)
    let table = try walk.content(CAFPacketTable.self, of: CAFPacketTable.id, source)
    let layout = try walk.content(ChannelLayoutChunk.self, of: "chan", source)?.layout

    var packets = PacketLayout(format, byteCount: Int64(audio.count), at: audio.lowerBound)
    if walk.hasOpenEnd { notes.append(OpenEnd.note(audio.count, at: data.position)) }
    if let table { packets.apply(table, isVariable: format.bytesPerPacket == 0) }
    notes += walk.irregularities(around: data)
    notes += try walk.tableIrregularities(source)
    return ContainerDescription(
      container: .caf, dataFormat: format, audioBytes: audio, packetCount: packets.packetCount,
      validFrames: packets.validFrames, packetTable: table?.header, channelLayout: layout,
      chunks: walk.chunks, irregularities: notes + packets.irregularities,
      information: try CAFInformation.entries(walk, source))
  }

  private static func fileHeader(_ source: some ByteSource) throws(ParseError) -> [Irregularity] {
    let head = try reading { () throws(FileError) in try source.bytes(at: 0, count: 8) }
    return try parsing { () throws(Malformed) in
      var reader = ByteReader(head)
      try reader.skip(4)
      let version = try reader.readUInt16BE()
      guard version == 1 else { throw Malformed(at: 4, "CAF version \(version), not 1") }
      let flags = try reader.readUInt16BE()
      return flags == 0 ? [] : [Irregularity(.contradiction, at: 6, "the file flags are not 0")]
    }
  }

  /// The packets after the edit count.
  private static func audioBytes(of data: Chunk) throws(ParseError) -> Range<Int64> {
    guard data.payload.count >= 4 else {
      throw .malformed(at: data.position, "the 'data' chunk has no room for its edit count")
    }
    return data.payload.lowerBound + 4..<data.payload.upperBound
  }

  private static func dataFormat(
    _ description: CAFAudioDescription, at position: Int64
  ) throws(ParseError) -> DataFormat {
    let coding = try coding(description, at: position)
    let format = try AudioFormats.dataFormat(
      coding, sampleRate: description.sampleRate,
      channelCount: Int(description.channelsPerFrame), at: position)
    guard Int(description.bytesPerPacket) == format.bytesPerPacket,
      Int(description.framesPerPacket) == format.framesPerPacket
    else {
      throw .malformed(
        at: position + 16,
        "\(format.codingName) with \(format.channelCount) channels has \(format.bytesPerPacket) "
          + "bytes and \(format.framesPerPacket) frames a packet, not "
          + "\(description.bytesPerPacket) and \(description.framesPerPacket)")
    }
    return format
  }

  private static func coding(
    _ description: CAFAudioDescription, at position: Int64
  ) throws(ParseError) -> DataFormat.Coding {
    guard description.formatID != "lpcm" else {
      return .linearPCM(try linearPCM(description, at: position))
    }
    return DataFormat.Coding(formatID: description.formatID)
      ?? .other(
        .fourCharCode(description.formatID), bytesPerPacket: Int(description.bytesPerPacket),
        framesPerPacket: Int(description.framesPerPacket))
  }

  private static func linearPCM(
    _ description: CAFAudioDescription, at position: Int64
  ) throws(ParseError) -> LinearPCM {
    let known = CAFAudioDescription.isFloat | CAFAudioDescription.isLittleEndian
    guard description.formatFlags & ~known == 0 else {
      throw .malformed(at: position + 12, "unknown linear PCM flags")
    }
    let isFloat = description.formatFlags & CAFAudioDescription.isFloat != 0
    let isLittle = description.formatFlags & CAFAudioDescription.isLittleEndian != 0
    guard
      let pcm = LinearPCM(
        isFloat ? .float : .signedInteger, bitDepth: Int(description.bitsPerChannel),
        byteOrder: isLittle ? .littleEndian : .bigEndian)
    else {
      throw .malformed(
        at: position + 28,
        "\(description.bitsPerChannel)-bit \(isFloat ? "float" : "integer") samples")
    }
    return pcm
  }
}
