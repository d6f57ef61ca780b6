import Files

/// The `fmt ` chunk: WAVEFORMATEX, or WAVEFORMATEXTENSIBLE.
struct WAVEFormat: ChunkContent {
  static let id: FourCharCode = "fmt "

  var tag: UInt16
  var channelCount: UInt16
  var sampleRate: UInt32
  var blockAlign: UInt16
  var bitsPerSample: UInt16
  var isExtensible: Bool
  /// Frames of an ADPCM block, from the tag's own extension.
  var framesPerBlock: UInt16?

  /// KSDATAFORMAT_SUBTYPE_…: the last 14 bytes after the tag (ksmedia.h).
  static let subFormatTail: [UInt8] = [
    0x00, 0x00, 0x00, 0x00, 0x10, 0x00, 0x80, 0x00, 0x00, 0xAA, 0x00, 0x38, 0x9B, 0x71,
  ]
  /// `cbSize` of WAVEFORMATEXTENSIBLE.
  static let extensionSize: UInt16 = 22
}

extension WAVEFormat {
  init(parsing reader: inout ByteReader) throws(Malformed) {
    tag = try reader.readUInt16LE()
    channelCount = try reader.readUInt16LE()
    sampleRate = try reader.readUInt32LE()
    try reader.skip(4)  // average bytes a second: follows from the rest, and is often wrong
    blockAlign = try reader.readUInt16LE()
    bitsPerSample = try reader.readUInt16LE()
    isExtensible = tag == WAVETag.extensible
    let extensionStart = reader.position
    let size = reader.remaining == 0 ? 0 : try reader.readUInt16LE()
    // Plain PCM has no extension, and some writers leave anything in its size (mmreg.h).
    let extra = tag == WAVETag.pcm ? 0 : size
    guard Int(extra) <= reader.remaining else {
      throw Malformed(
        at: extensionStart, "the format claims \(extra) more bytes, \(reader.remaining) are there")
    }
    if isExtensible {
      guard extra >= Self.extensionSize else {
        throw Malformed(at: extensionStart, "the extensible format lacks its extension of 22 bytes")
      }
      try parseExtension(&reader)
    } else if tag == WAVETag.imaADPCM, extra >= 2 {
      framesPerBlock = try reader.readUInt16LE()
    }
  }

  private mutating func parseExtension(_ reader: inout ByteReader) throws(Malformed) {
    let start = reader.position
    let validBits = try reader.readUInt16LE()
    guard validBits <= bitsPerSample else {
      throw Malformed(at: start, "\(validBits) valid bits in \(bitsPerSample)-bit samples")
    }
    try reader.skip(4)
    tag = try reader.readUInt16LE()
    guard try reader.read(14).elementsEqual(Self.subFormatTail) else {
      throw Malformed(at: start + 6, "the extensible format's sub-format GUID is unknown")
    }
  }

  /// Writes the chunk with its header.
  func write(to writer: inout ByteWriter) {
    writer.write(Self.id)
    writer.writeLE(UInt32(size))
    writer.writeLE(isExtensible ? WAVETag.extensible : tag)
    writer.writeLE(channelCount)
    writer.writeLE(sampleRate)
    writer.writeLE(UInt32(clamping: UInt64(sampleRate) * UInt64(blockAlign)))
    writer.writeLE(blockAlign)
    writer.writeLE(bitsPerSample)
    if isExtensible {
      writer.writeLE(Self.extensionSize)
      writer.writeLE(bitsPerSample)
      writer.writeLE(speakerMask)
      writer.writeLE(tag)
      writer.write(Self.subFormatTail)
    } else if tag != WAVETag.pcm {
      writer.writeLE(UInt16(0))
    }
  }

  /// Whether the block size was never filled in: some recorders leave 0 or 1. Channels and bits of
  /// linear PCM and G.711 say it, too.
  var hasNoBlockAlign: Bool { blockAlign < 2 && tag != WAVETag.imaADPCM }

  /// Bytes of the content as it is written.
  var size: Int { isExtensible ? 40 : tag == WAVETag.pcm ? 16 : 18 }

  /// SPEAKER_FRONT_LEFT | SPEAKER_FRONT_RIGHT, SPEAKER_FRONT_CENTER, or no claim (ksmedia.h).
  private var speakerMask: UInt32 {
    switch channelCount {
    case 1: 0x4
    case 2: 0x3
    default: 0
    }
  }
}

/// The `fact` chunk: the number of frames, which only compressed codings need.
struct WAVEFact: ChunkContent {
  static let id: FourCharCode = "fact"
  var frameCount: UInt32

  init(frameCount: UInt32) { self.frameCount = frameCount }

  init(parsing reader: inout ByteReader) throws(Malformed) {
    frameCount = try reader.readUInt32LE()
  }

  func write(to writer: inout ByteWriter) {
    writer.write(Self.id)
    writer.writeLE(UInt32(4))
    writer.writeLE(frameCount)
  }
}

/// The `ds64` chunk of RF64: sizes that 32 bits cannot hold (EBU Tech 3306, §3.1).
struct WAVESizes64: ChunkContent {
  static let id: FourCharCode = "ds64"
  var formSize: UInt64
  var dataSize: UInt64
  /// An entry names another chunk and its size.
  private static let bytesPerTableEntry = 12

  init(parsing reader: inout ByteReader) throws(Malformed) {
    formSize = try reader.readUInt64LE()
    dataSize = try reader.readUInt64LE()
    try reader.skip(8)  // frames: they follow from the data
    let position = reader.position
    let tableLength = try reader.readUInt32LE()
    guard UInt64(tableLength) <= UInt64(reader.remaining / Self.bytesPerTableEntry) else {
      throw Malformed(at: position, "the 'ds64' chunk claims a table of \(tableLength) entries")
    }
  }
}
