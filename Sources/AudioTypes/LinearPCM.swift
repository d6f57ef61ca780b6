/// How one linear PCM sample is stored: its kind, width and byte order.
public struct LinearPCM: Hashable, Sendable {
  /// The number system of a sample.
  public enum SampleType: Hashable, Sendable {
    case signedInteger, unsignedInteger, float
  }

  /// The order of a sample's bytes in the file.
  public enum ByteOrder: Hashable, Sendable {
    case littleEndian, bigEndian
  }

  public let sampleType: SampleType
  /// Bits of one sample in the file: 8, 16, 24 or 32 for integers, 32 or 64 for floats.
  public let bitDepth: Int
  public let byteOrder: ByteOrder

  /// A sample format that exists in the alert containers.
  ///
  /// Byte order means nothing for 8-bit samples and is stored as big-endian, so that equal
  /// formats compare equal. Unsigned samples exist with 8 bits only.
  /// - Returns: nil for any other combination.
  public init?(_ sampleType: SampleType, bitDepth: Int, byteOrder: ByteOrder) {
    let depths: [Int] =
      switch sampleType {
      case .signedInteger: [8, 16, 24, 32]
      case .unsignedInteger: [8]
      case .float: [32, 64]
      }
    guard depths.contains(bitDepth) else { return nil }
    self.init(known: sampleType, bitDepth, bitDepth == 8 ? .bigEndian : byteOrder)
  }

  private init(known sampleType: SampleType, _ bitDepth: Int, _ byteOrder: ByteOrder) {
    self.sampleType = sampleType
    self.bitDepth = bitDepth
    self.byteOrder = byteOrder
  }

  /// Bytes of one sample.
  public var bytesPerSample: Int { bitDepth / 8 }
}

extension LinearPCM {
  public static let int8 = LinearPCM(known: .signedInteger, 8, .bigEndian)
  public static let uint8 = LinearPCM(known: .unsignedInteger, 8, .bigEndian)

  /// Signed integers of 16, 24 or 32 bits.
  public static func int16(_ order: ByteOrder) -> LinearPCM {
    LinearPCM(known: .signedInteger, 16, order)
  }
  public static func int24(_ order: ByteOrder) -> LinearPCM {
    LinearPCM(known: .signedInteger, 24, order)
  }
  public static func int32(_ order: ByteOrder) -> LinearPCM {
    LinearPCM(known: .signedInteger, 32, order)
  }
  /// IEEE 754 floats of 32 or 64 bits; full scale is ±1.
  public static func float32(_ order: ByteOrder) -> LinearPCM {
    LinearPCM(known: .float, 32, order)
  }
  public static func float64(_ order: ByteOrder) -> LinearPCM {
    LinearPCM(known: .float, 64, order)
  }

  /// Every sample format of the alert containers.
  public static let all: [LinearPCM] =
    [int8, uint8]
    + [ByteOrder.bigEndian, .littleEndian].flatMap {
      [int16($0), int24($0), int32($0), float32($0), float64($0)]
    }
}

extension LinearPCM: CustomStringConvertible {
  /// The name of afconvert's `-d` grammar: `LEI16`, `BEF32`, `UI8`.
  public var description: String {
    let order = bitDepth == 8 ? "" : byteOrder == .littleEndian ? "LE" : "BE"
    let kind =
      switch sampleType {
      case .signedInteger: "I"
      case .unsignedInteger: "UI"
      case .float: "F"
      }
    return order + kind + String(bitDepth)
  }
}
