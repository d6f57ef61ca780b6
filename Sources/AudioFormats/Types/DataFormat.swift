import Files

/// The storage of a stream of samples: coding, sample rate and channels (Core Audio's
/// `AudioStreamBasicDescription`, with valid values only).
public struct DataFormat: Hashable, Sendable {
  /// The conversion of samples into packets.
  public enum Coding: Hashable, Sendable {
    case linearPCM(LinearPCM)
    /// ITU-T G.711 µ-law and A-law, one byte a sample.
    case uLaw, aLaw
    /// Apple's IMA ADPCM 4:1: packets of 34 bytes a channel for 64 frames.
    case ima4
    /// Microsoft's layout of IMA ADPCM (WAVE tag 0x11).
    case msIMA(bytesPerPacket: Int, framesPerPacket: Int)
    /// A coding that Tocsin names but neither decodes nor encodes. Sizes are 0 where they vary.
    case other(FormatID, bytesPerPacket: Int, framesPerPacket: Int)
  }

  /// The name that a container gives to a coding.
  public enum FormatID: Hashable, Sendable {
    case fourCharCode(FourCharCode)
    /// A WAVE format tag.
    case waveTag(UInt16)
  }

  /// A sample rate or a channel count that no data format can have.
  public enum Invalid: Error, Hashable, Sendable {
    case sampleRate(Double)
    case channelCount(Int, maximum: Int)
  }

  /// Sample rates that are read and written, in Hz.
  public static let sampleRates = 1.0...768_000.0
  /// The most channels that are read and written.
  public static let maximumChannelCount = 64
  /// Apple's IMA4 codec knows mono and stereo only.
  public static let maximumIMA4ChannelCount = 2

  /// The conversion of samples into packets.
  public let coding: Coding
  /// Frames a second (Hz).
  public let sampleRate: Double
  /// The number of channels, 1 to 64.
  public let channelCount: Int
  /// Frames of one packet; 0 where they vary.
  public let framesPerPacket: Int
  /// Bytes of one packet over all channels; 0 where they vary.
  public let bytesPerPacket: Int
  /// Bits of one sample; 0 for compressed codings, as Core Audio has it (8 for G.711).
  public let bitsPerChannel: Int

  /// A data format with a finite rate of 1…768,000 Hz and 1…64 channels (2 for IMA4).
  /// - Throws: ``Invalid`` for any other rate or channel count.
  public init(_ coding: Coding, sampleRate: Double, channelCount: Int) throws(Invalid) {
    guard sampleRate.isFinite, Self.sampleRates.contains(sampleRate) else {
      throw .sampleRate(sampleRate)
    }
    let maximum = coding == .ima4 ? Self.maximumIMA4ChannelCount : Self.maximumChannelCount
    guard (1...maximum).contains(channelCount) else {
      throw .channelCount(channelCount, maximum: maximum)
    }
    self.coding = coding
    self.sampleRate = sampleRate
    self.channelCount = channelCount
    let row = coding.row
    framesPerPacket = row.frames
    bytesPerPacket = row.bytesPerChannel * channelCount + row.bytes
    bitsPerChannel = row.bits
  }
}

extension DataFormat {
  /// The short name of the coding: afconvert's `-d` word where there is one.
  public var codingName: String { coding.name }
}

/// The sizes of an IMA4 packet (Apple's ADPCM 4:1; QuickTime File Format, "IMA").
public enum IMA4Layout {
  /// Frames of each packet, whatever its channels.
  public static let framesPerPacket = 64
  /// Two bytes of preamble and 64 codes of four bits.
  public static let bytesPerChannel = 34

  /// Packets that hold `frameCount` frames. Core Audio always writes a packet that is not full,
  /// so an exact multiple of 64 frames has a whole packet of padding after it.
  public static func packetCount(forFrames frameCount: Int64) -> Int64 {
    // bounded: a 64th of any number, and one.
    frameCount / Int64(framesPerPacket) + 1
  }
}

extension DataFormat.FormatID: CustomStringConvertible {
  /// The four characters, or the name of a WAVE tag.
  public var description: String {
    switch self {
    case .fourCharCode(let code): "'\(code)'"
    case .waveTag(let tag):
      (Self.waveTagNames[tag].map { $0 + " " } ?? "") + "WAVE tag 0x"
        + hexadecimal(UInt64(tag), digits: 4)
    }
  }

  /// Names of tags that turn up under alert sounds (RFC 2361, Appendix A).
  private static let waveTagNames: [UInt16: String] = [
    0x0002: "MS ADPCM", 0x0011: "MS IMA ADPCM", 0x0031: "GSM 6.10", 0x0050: "MPEG", 0x0055: "MP3",
    0x00FF: "AAC",
    0x0161: "WMA", 0x1610: "AAC", 0xF1AC: "FLAC",
  ]
}

extension DataFormat.Invalid: CustomStringConvertible {
  /// The value that is out of range, as a sentence without a full stop.
  public var description: String {
    switch self {
    case .sampleRate(let rate):
      "the sample rate \(rate) Hz is outside 1…768000 Hz"
    case .channelCount(let count, let maximum):
      "\(count) channels are outside 1…\(maximum) for this data format"
    }
  }
}

/// The storage of one linear PCM sample: its kind, width and byte order.
public struct LinearPCM: Hashable, Sendable {
  /// The number system of a sample.
  public enum SampleType: Hashable, Sendable {
    case signedInteger, unsignedInteger, float
  }

  /// The order of a sample's bytes in the file.
  public enum ByteOrder: Hashable, Sendable {
    case littleEndian, bigEndian
  }

  /// The number system of a sample.
  public let sampleType: SampleType
  /// Bits of one sample in the file: 8, 16, 24 or 32 for integers, 32 or 64 for floats.
  public let bitDepth: Int
  /// The order of a sample's bytes in the file; big-endian for samples of one byte.
  public let byteOrder: ByteOrder
  /// Bytes of one sample in the file; of more than `bitDepth` fills, the sample is in the least
  /// significant ones.
  public let bytesPerSample: Int

  /// A sample format that exists in the alert containers.
  ///
  /// Byte order does not matter for 8-bit samples. It is stored as big-endian, so that equal
  /// formats compare equal. Only 8-bit samples may be unsigned.
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

  private init(
    known sampleType: SampleType, _ bitDepth: Int, _ byteOrder: ByteOrder, in byteCount: Int? = nil
  ) {
    self.sampleType = sampleType
    self.bitDepth = bitDepth
    self.byteOrder = byteOrder
    bytesPerSample = byteCount ?? bitDepth / 8
  }
}

extension LinearPCM {
  /// Signed integers of 8 bits, as in AIFF and CAF.
  public static let int8 = LinearPCM(known: .signedInteger, 8, .bigEndian)
  /// Unsigned integers of 8 bits, 128 in the middle, as in WAVE.
  public static let uint8 = LinearPCM(known: .unsignedInteger, 8, .bigEndian)

  /// Signed integers of 16, 24 or 32 bits.
  public static func int16(_ order: ByteOrder) -> LinearPCM {
    LinearPCM(known: .signedInteger, 16, order)
  }
  /// Signed integers of 24 bits, three bytes a sample.
  public static func int24(_ order: ByteOrder) -> LinearPCM {
    LinearPCM(known: .signedInteger, 24, order)
  }
  /// Signed integers of 24 bits in four bytes, little-endian: ALSA's `S24_LE`, which `arecord` writes
  /// into WAVE files. It is read only.
  public static let int24In4 = LinearPCM(known: .signedInteger, 24, .littleEndian, in: 4)
  /// Signed integers of 32 bits.
  public static func int32(_ order: ByteOrder) -> LinearPCM {
    LinearPCM(known: .signedInteger, 32, order)
  }
  /// IEEE 754 floats of 32 or 64 bits; full scale is ±1.
  public static func float32(_ order: ByteOrder) -> LinearPCM {
    LinearPCM(known: .float, 32, order)
  }
  /// IEEE 754 floats of 64 bits.
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

extension LinearPCM {
  /// Whether a sample fills its bytes.
  public var isPacked: Bool { bytesPerSample * 8 == bitDepth }
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
    return order + kind + String(bitDepth) + (isPacked ? "" : " in \(bytesPerSample) bytes")
  }
}
