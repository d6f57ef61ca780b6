import Files

/// The `COMM` chunk (Audio Interchange File Format 1.3, "Common Chunk"; AIFF-C draft 08/26/91).
struct AIFFCommon: ChunkContent {
  static let id: FourCharCode = "COMM"

  var channelCount: Int16
  /// Frames, or packets where the coding has packets.
  var frameCount: UInt32
  var sampleSize: Int16
  var sampleRate: Double
  /// AIFF-C only.
  var compression: FourCharCode?
}

extension AIFFCommon {
  init(parsing reader: inout ByteReader) throws(Malformed) {
    channelCount = Int16(bitPattern: try reader.readUInt16BE())
    frameCount = try reader.readUInt32BE()
    sampleSize = Int16(bitPattern: try reader.readUInt16BE())
    sampleRate = try Double(parsingExtended: &reader)
  }

  func write(to writer: inout ByteWriter) {
    writer.write(Self.id)
    let name = compression.map { compressionName($0) }
    writer.writeBE(UInt32(18 + (name.map { 4 + $0.count } ?? 0)))
    writer.writeBE(channelCount)
    writer.writeBE(frameCount)
    writer.writeBE(sampleSize)
    sampleRate.writeExtended(to: &writer)
    if let compression, let name {
      writer.write(compression)
      writer.write(name)
    }
  }

  /// The name as a Pascal string of even size.
  private func compressionName(_ compression: FourCharCode) -> [UInt8] {
    let name =
      switch compression {
      case "NONE", "twos": "not compressed"
      case "ima4": "IMA 4:1"
      case "ulaw": "uLaw 2:1"
      case "alaw": "ALaw 2:1"
      default: ""
      }
    let bytes = [UInt8(name.utf8.count)] + Array(name.utf8)
    return bytes.count.isMultiple(of: 2) ? bytes : bytes + [0]
  }
}

/// The `COMM` chunk of AIFF-C: that of AIFF, and the compression of the samples.
struct AIFCCommon: ChunkContent {
  var common: AIFFCommon

  init(parsing reader: inout ByteReader) throws(Malformed) {
    common = try AIFFCommon(parsing: &reader)
    common.compression = try reader.readFourCharCode()
    guard reader.remaining > 0 else { return }  // some writers leave the name out
    try reader.skip(Int(try reader.readUInt8()))
  }
}

/// The head of the `SSND` chunk; the samples follow `offset` bytes after it.
struct AIFFSoundDataHeader: ChunkContent {
  static let size: Int64 = 8
  var offset: UInt32

  init(parsing reader: inout ByteReader) throws(Malformed) {
    offset = try reader.readUInt32BE()
    try reader.skip(4)  // block size: no reader has a use for it
  }
}

/// The `FVER` chunk of AIFF-C.
struct AIFCVersion: ChunkContent {
  static let id: FourCharCode = "FVER"
  /// `AIFCVersion1`, the only version there is (AIFF-C draft, "Format Version Chunk").
  static let version1: UInt32 = 0xA280_5140
  var timestamp: UInt32

  init(parsing reader: inout ByteReader) throws(Malformed) {
    timestamp = try reader.readUInt32BE()
  }
}
