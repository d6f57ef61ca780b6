/// The compression types of AIFF-C and their codings.
enum AIFFCompression {
  /// The coding in a `COMM` chunk; nil where the sample size does not exist for it.
  static func coding(_ compression: FourCharCode, sampleSize: Int) -> DataFormat.Coding? {
    // Samples fill whole bytes, left-justified ("Sound Data Chunk").
    let depth = (sampleSize + 7) / 8 * 8
    func integer(_ order: LinearPCM.ByteOrder, _ depth: Int) -> DataFormat.Coding? {
      LinearPCM(.signedInteger, bitDepth: depth, byteOrder: order).map { .linearPCM($0) }
    }
    switch compression {
    case "NONE", "twos": return integer(.bigEndian, depth)
    case "sowt": return integer(.littleEndian, depth)
    case "raw ": return depth == 8 ? .linearPCM(.uint8) : nil
    case "in24": return integer(.bigEndian, 24)
    case "in32": return integer(.bigEndian, 32)
    // libsndfile's little-endian twins: 'in24' and 'in32' as it spells them backwards.
    case "42n1", "42ni": return integer(.littleEndian, 24)
    case "23ni": return integer(.littleEndian, 32)
    case "fl32", "FL32": return .linearPCM(.float32(.bigEndian))
    case "fl64", "FL64": return .linearPCM(.float64(.bigEndian))
    case "ULAW": return .uLaw
    case "ALAW": return .aLaw
    default:
      return DataFormat.Coding(formatID: compression)
        ?? .other(.fourCharCode(compression), bytesPerPacket: 0, framesPerPacket: 0)
    }
  }

  /// Whether AudioToolbox refuses a type that names a coding of alert sounds (the record of the Toisto
  /// AIFF test suite, macOS 14.4: `compressed-ulaw-uppercase`).
  static func isUnknownToApple(_ compression: FourCharCode) -> Bool {
    compression == "ULAW" || compression == "ALAW"
  }

  /// The type that the writer uses.
  static func compression(of coding: DataFormat.Coding) -> FourCharCode {
    switch coding {
    case .linearPCM(.int16(.bigEndian)): "twos"
    case .linearPCM(.int16(.littleEndian)): "sowt"
    case .linearPCM(.uint8): "raw "
    case .linearPCM(.float32(.bigEndian)): "fl32"
    case .linearPCM(.float64(.bigEndian)): "fl64"
    case .linearPCM: "NONE"
    default: coding.formatID
    }
  }
}
