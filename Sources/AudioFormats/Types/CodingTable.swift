/// WAVE format tags (RFC 2361, Appendix A; mmreg.h).
enum WAVETag {
  static let pcm: UInt16 = 0x0001
  static let float: UInt16 = 0x0003
  static let aLaw: UInt16 = 0x0006
  static let uLaw: UInt16 = 0x0007
  static let imaADPCM: UInt16 = 0x0011
  static let extensible: UInt16 = 0xFFFE
}

/// What the formats say of a coding.
struct CodingRow: Sendable {
  /// Core Audio's name, in CAF, AIFF-C and for afconvert's `-d` (CoreAudioBaseTypes.h, `AudioFormatID`).
  let formatID: FourCharCode
  /// The name for people, where that is not the format ID.
  var name: String?
  /// The name in WAVE (RFC 2361, Appendix A); nil where it has none.
  var waveTag: UInt16?
  /// Frames of one packet; 0 where they vary.
  let frames: Int
  /// Bytes of one packet for each channel, beside those of `bytes`.
  var bytesPerChannel = 0
  /// Bytes of one packet, whatever its channels; 0 where they vary.
  var bytes = 0
  /// Bits of one sample; 0 where samples are not stored one by one.
  var bits = 0
}

extension DataFormat.Coding {
  /// The table of codings: a row for each.
  var row: CodingRow {
    switch self {
    case .linearPCM(let pcm):
      CodingRow(
        formatID: "lpcm", name: pcm.description,
        waveTag: pcm.sampleType == .float ? WAVETag.float : WAVETag.pcm, frames: 1,
        bytesPerChannel: pcm.bytesPerSample, bits: pcm.bitDepth)
    case .uLaw:
      CodingRow(formatID: "ulaw", waveTag: WAVETag.uLaw, frames: 1, bytesPerChannel: 1, bits: 8)
    case .aLaw:
      CodingRow(formatID: "alaw", waveTag: WAVETag.aLaw, frames: 1, bytesPerChannel: 1, bits: 8)
    case .ima4:
      CodingRow(
        formatID: "ima4", frames: IMA4Layout.framesPerPacket,
        bytesPerChannel: IMA4Layout.bytesPerChannel)
    case .msIMA(let bytes, let frames):
      CodingRow(
        formatID: FourCharCode(waveTag: WAVETag.imaADPCM), name: "MS IMA ADPCM",
        waveTag: WAVETag.imaADPCM, frames: frames, bytes: bytes)
    case .other(.waveTag(let tag), let bytes, let frames):
      CodingRow(
        formatID: FourCharCode(waveTag: tag), name: DataFormat.FormatID.waveTag(tag).description,
        waveTag: tag, frames: frames, bytes: bytes)
    case .other(.fourCharCode(let code), let bytes, let frames):
      CodingRow(
        formatID: code, name: DataFormat.FormatID.fourCharCode(code).description, frames: frames,
        bytes: bytes)
    }
  }

  /// Those that their name alone describes.
  public static let named: [DataFormat.Coding] = [.uLaw, .aLaw, .ima4]

  /// The coding that `formatID` alone describes: G.711 or IMA4.
  public init?(formatID: FourCharCode) {
    guard let coding = Self.named.first(where: { $0.row.formatID == formatID }) else { return nil }
    self = coding
  }

  /// The coding that a tag of WAVE alone describes: G.711.
  init?(waveTag: UInt16) {
    guard let coding = Self.named.first(where: { $0.row.waveTag == waveTag }) else { return nil }
    self = coding
  }

  /// Core Audio's format ID; of a tag of WAVE it is `ms` and the tag.
  public var formatID: FourCharCode { row.formatID }

  /// The short name: the word for afconvert's `-d` where there is one.
  public var name: String { row.name ?? formatID.description }
}

extension FourCharCode {
  fileprivate init(waveTag tag: UInt16) {
    self.init(UInt8(ascii: "m"), UInt8(ascii: "s"), UInt8(tag >> 8), UInt8(tag & 0xFF))
  }
}
