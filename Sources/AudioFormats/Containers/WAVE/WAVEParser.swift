import Files

/// Reads a RIFF WAVE file, plain, extensible or RF64.
enum WAVEParser {
  /// 'RIFF', size, 'WAVE'.
  private static let headerSize: Int64 = 12
  /// Android's reader takes the form to begin behind its first 12 bytes, of which the size counts 4.
  /// (WAVExtractor.cpp, `init`: a chunk that is larger than what is left is refused.)
  private static let androidSlack: Int64 = 4
  /// The size of a chunk whose real size is in `ds64`.
  private static let sizeElsewhere = UInt64(UInt32.max)

  static func parse(
    _ source: some ByteSource, as container: Container
  ) throws(ParseError) -> ContainerDescription {
    var walk = ChunkWalk(.littleEndian32, padsToEven: true, required: ["fmt ", "data"])
    var formEnd = try riffEnd(source)
    var hasOpenEnd = false
    if container == .rf64 {
      let sizes = try sizes64(source)
      formEnd = sizes.formSize <= UInt64(Int64.max - 8) ? Int64(sizes.formSize) + 8 : .max
      walk.resolveSize = { id, field, _ in
        id == "data" && field == sizeElsewhere ? sizes.dataSize : field
      }
    } else if let open = try openWalk(source, walk, formEnd) {
      hasOpenEnd = true
      walk = open
    }
    if !hasOpenEnd { try walk.run(source, from: headerSize, formEnd: formEnd) }
    let chunk = try walk.mandatory("fmt ", endOfFile: source.byteCount)
    let data = try walk.mandatory("data", endOfFile: source.byteCount)
    let fields = try walk.content(WAVEFormat.self, of: chunk, source)
    let format = try dataFormat(fields, at: chunk.payload.lowerBound)

    var packets = PacketLayout(
      format, byteCount: Int64(data.payload.count), at: data.payload.lowerBound)
    if !hasOpenEnd, let fact = try walk.content(WAVEFact.self, of: WAVEFact.id, source),
      let position = try walk.optional(WAVEFact.id)?.payload.lowerBound
    {
      // libsndfile writes half the count for stereo ADPCM: the audio itself is more reliable.
      packets.setValidFrames(
        UInt64(fact.frameCount), name: "the 'fact' chunk", at: position)
    }
    var notes = walk.irregularities(around: data)
    if container == .wave, formEnd + androidSlack < data.payload.upperBound {
      notes = notes.map { $0.kind == .formSize ? $0.of(.audioOutsideForm) : $0 }
    }
    if chunk.position > data.position {
      notes.append(Irregularity(.chunkOrder, at: data.position, "'data' stands before 'fmt '"))
    }
    if format.bytesPerPacket != Int(fields.blockAlign) {
      notes.append(
        Irregularity(
          .contradiction, at: chunk.payload.lowerBound + 12,
          "the block size is \(fields.blockAlign), not \(format.bytesPerPacket)"))
    }
    if format.coding == .linearPCM(.int24In4) {
      notes.append(
        Irregularity(
          .contradiction, at: chunk.payload.lowerBound + 12, "samples of 24 bits take 4 bytes each")
      )
    }
    if (format.coding == .uLaw || format.coding == .aLaw) && fields.bitsPerSample != 8 {
      notes.append(
        Irregularity(
          .contradiction, at: chunk.payload.lowerBound + 14,
          "\(format.codingName) has 8 bits a sample, the format says \(fields.bitsPerSample)"))
    }
    if hasOpenEnd {
      notes.append(OpenEnd.note(data.payload.count, at: 4))
    }
    notes += try walk.tableIrregularities(source)
    return ContainerDescription(
      container: container, dataFormat: format, audioBytes: data.payload,
      packetCount: packets.packetCount, validFrames: packets.validFrames, packetTable: nil,
      channelLayout: nil, chunks: walk.chunks, irregularities: notes + packets.irregularities)
  }

  /// The chunks of a form whose audio ends with the file; nil where the audio has a size.
  private static func openWalk(
    _ source: some ByteSource, _ walk: ChunkWalk, _ formEnd: Int64
  ) throws(ParseError) -> ChunkWalk? {
    let end = OpenEnd(byteCount: source.byteCount, formEnd: formEnd)
    guard end.isPossible else { return nil }
    var walk = walk
    walk.opensAudio = ("data", 0, end)
    try walk.run(source, from: headerSize, formEnd: nil)
    return walk.hasOpenEnd ? walk : nil
  }

  private static func riffEnd(_ source: some ByteSource) throws(ParseError) -> Int64 {
    let bytes = try reading { () throws(FileError) in try source.bytes(at: 4, count: 4) }
    return try parsing { () throws(Malformed) in
      var reader = ByteReader(bytes, at: 4)
      return Int64(try reader.readUInt32LE()) + 8
    }
  }

  private static func sizes64(_ source: some ByteSource) throws(ParseError) -> WAVESizes64 {
    let bytes = try reading { () throws(FileError) in
      try source.bytes(at: headerSize, count: ChunkWalk.maximumHeaderSize)
    }
    return try parsing { () throws(Malformed) in
      var header = ByteReader(bytes, at: headerSize)
      guard try header.readFourCharCode() == WAVESizes64.id else {
        throw Malformed(at: headerSize, "an RF64 file starts with its 'ds64' chunk")
      }
      let size = Int(clamping: try header.readUInt32LE())
      let content = Array(try header.read(min(size, header.remaining)))
      var reader = ByteReader(content, at: headerSize + 8)
      return try WAVESizes64(parsing: &reader)
    }
  }

  private static func dataFormat(
    _ fields: WAVEFormat, at position: Int64
  ) throws(ParseError) -> DataFormat {
    let format = try AudioFormats.dataFormat(
      try coding(fields, at: position), sampleRate: Double(fields.sampleRate),
      channelCount: Int(fields.channelCount), at: position)
    guard format.bytesPerPacket == Int(fields.blockAlign) || fields.hasNoBlockAlign else {
      throw .malformed(
        at: position + 12,
        "blocks of \(fields.blockAlign) bytes cannot hold \(format.channelCount) channels of "
          + format.codingName)
    }
    return format
  }

  private static func coding(
    _ fields: WAVEFormat, at position: Int64
  ) throws(ParseError) -> DataFormat.Coding {
    switch fields.tag {
    case WAVETag.pcm, WAVETag.float: return .linearPCM(try linearPCM(fields, at: position))
    case WAVETag.imaADPCM where fields.framesPerBlock != nil:
      return try msIMA(fields, at: position)
    default:
      return DataFormat.Coding(waveTag: fields.tag)
        ?? .other(
          .waveTag(fields.tag), bytesPerPacket: Int(fields.blockAlign), framesPerPacket: 0)
    }
  }

  /// PCM of 1…8 bits is stored unsigned in a byte, more in the next whole byte, left-justified
  /// (Multimedia Programming Interface and Data Specifications 1.0, "PCM data packing").
  private static func linearPCM(
    _ fields: WAVEFormat, at position: Int64
  ) throws(ParseError) -> LinearPCM {
    if fields.tag == WAVETag.pcm, fields.bitsPerSample == 24,
      fields.blockAlign / 4 == fields.channelCount, fields.blockAlign.isMultiple(of: 4)
    {
      return .int24In4
    }
    let isFloat = fields.tag == WAVETag.float
    let depth = isFloat ? Int(fields.bitsPerSample) : (Int(fields.bitsPerSample) + 7) / 8 * 8
    let type: LinearPCM.SampleType =
      isFloat ? .float : depth == 8 ? .unsignedInteger : .signedInteger
    guard let pcm = LinearPCM(type, bitDepth: depth, byteOrder: .littleEndian) else {
      throw .malformed(
        at: position + 14, "\(fields.bitsPerSample)-bit \(isFloat ? "float" : "integer") samples")
    }
    return pcm
  }

  /// A block holds a four-byte header a channel, then codes of four bits in groups of eight
  /// (RFC 2361, A.12; the frame count follows from the size).
  private static func msIMA(
    _ fields: WAVEFormat, at position: Int64
  ) throws(ParseError) -> DataFormat.Coding {
    let channels = Int(fields.channelCount)
    let codeBytes = Int(fields.blockAlign) - 4 * channels
    guard (1...2).contains(channels), codeBytes > 0, codeBytes.isMultiple(of: 4 * channels) else {
      throw .malformed(
        at: position + 12,
        "MS IMA ADPCM blocks of \(fields.blockAlign) bytes with \(channels) channels")
    }
    let frames = codeBytes * 2 / channels + 1
    guard fields.framesPerBlock.map(Int.init) == frames else {
      throw .malformed(
        at: position + 18, "a block of \(fields.blockAlign) bytes holds \(frames) frames")
    }
    return .msIMA(bytesPerPacket: Int(fields.blockAlign), framesPerPacket: frames)
  }
}
