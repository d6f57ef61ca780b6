import Files

/// Reads an AIFF or AIFF-C file.
enum AIFFParser {
  /// 'FORM', size, 'AIFF' or 'AIFC'.
  private static let headerSize: Int64 = 12

  static func parse(
    _ source: some ByteSource, as container: Container
  ) throws(ParseError) -> ContainerDescription {
    var walk = ChunkWalk(.bigEndian32, padsToEven: true, required: ["COMM", "SSND"])
    let formEnd = try formEnd(source)
    let end = OpenEnd(byteCount: source.byteCount, formEnd: formEnd)
    if end.isPossible {
      var open = walk
      open.opensAudio = ("SSND", AIFFSoundDataHeader.size, end)
      try open.run(source, from: headerSize, formEnd: nil)
      if open.hasOpenEnd { walk = open }
    }
    if !walk.hasOpenEnd { try walk.run(source, from: headerSize, formEnd: formEnd) }
    let chunk = try walk.mandatory(AIFFCommon.id, endOfFile: source.byteCount)
    let common =
      container == .aifc
      ? try walk.content(AIFCCommon.self, of: chunk, source).common
      : try walk.content(AIFFCommon.self, of: chunk, source)
    let format = try dataFormat(common, at: chunk.payload.lowerBound)
    let (data, audio) = try soundData(walk, source)

    var packets = PacketLayout(format, byteCount: Int64(audio.count), at: audio.lowerBound)
    if !walk.hasOpenEnd {
      apply(common, to: &packets, format, at: chunk.payload.lowerBound + 2)
    }
    var notes = walk.irregularities(around: data)
    if let type = common.compression, AIFFCompression.isUnknownToApple(type) {
      notes.append(
        Irregularity(
          .codingName, at: chunk.payload.lowerBound + 18, "the compression type is '\(type)'"))
    }
    if let version = try walk.content(AIFCVersion.self, of: AIFCVersion.id, source),
      version.timestamp != AIFCVersion.version1,
      let position = try walk.optional(AIFCVersion.id)?.payload.lowerBound
    {
      notes.append(Irregularity(.metadata, at: position, "'FVER' names an unknown version"))
    }
    if walk.hasOpenEnd { notes.append(OpenEnd.note(audio.count, at: 4)) }
    notes += try walk.tableIrregularities(source)
    let layout = try walk.content(ChannelLayoutChunk.self, of: "CHAN", source)?.layout
    return ContainerDescription(
      container: container, dataFormat: format, audioBytes: audio,
      packetCount: packets.packetCount, validFrames: packets.validFrames, packetTable: nil,
      channelLayout: layout, chunks: walk.chunks, irregularities: notes + packets.irregularities)
  }

  private static func formEnd(_ source: some ByteSource) throws(ParseError) -> Int64 {
    let bytes = try reading { () throws(FileError) in try source.bytes(at: 4, count: 4) }
    return try parsing { () throws(Malformed) in
      var reader = ByteReader(bytes, at: 4)
      return Int64(try reader.readUInt32BE()) + 8
    }
  }

  /// The `SSND` chunk and the samples in it.
  private static func soundData(
    _ walk: ChunkWalk, _ source: some ByteSource
  ) throws(ParseError) -> (Chunk, Range<Int64>) {
    let data = try walk.mandatory("SSND", endOfFile: source.byteCount)
    let header = try walk.content(AIFFSoundDataHeader.self, of: data, source)
    let room = Int64(data.payload.count) - AIFFSoundDataHeader.size
    guard Int64(header.offset) <= room else {
      throw .malformed(
        at: data.payload.lowerBound, "the sound offset \(header.offset) is past the 'SSND' chunk")
    }
    let start = data.payload.lowerBound + AIFFSoundDataHeader.size + Int64(header.offset)
    return (data, start..<data.payload.upperBound)
  }

  private static func dataFormat(
    _ common: AIFFCommon, at position: Int64
  ) throws(ParseError) -> DataFormat {
    guard
      let coding = AIFFCompression.coding(
        common.compression ?? "NONE", sampleSize: Int(common.sampleSize))
    else {
      throw .malformed(at: position + 6, "\(common.sampleSize)-bit samples")
    }
    return try AudioFormats.dataFormat(
      coding, sampleRate: common.sampleRate, channelCount: Int(common.channelCount), at: position)
  }

  private static func apply(
    _ common: AIFFCommon, to packets: inout PacketLayout, _ format: DataFormat, at position: Int64
  ) {
    switch format.coding {
    case .ima4:
      // The field counts packets. The audio itself is more reliable: libsndfile writes half the
      // count for stereo, and AudioToolbox plays all of it (the record of the Toisto AIFF test suite,
      // `audacity-ima-adpcm`).
      packets.checkPacketCount(UInt64(common.frameCount), at: position)
    case .other:
      break  // writers disagree on what they count
    case .linearPCM, .uLaw, .aLaw, .msIMA:
      packets.setValidFrames(
        UInt64(common.frameCount), name: "the 'COMM' chunk", at: position)
    }
  }
}
