/// Core Audio's flags of linear PCM (`kAudioFormatFlag…`, CoreAudioBaseTypes.h).
private enum StreamFlag {
  static let isFloat: UInt32 = 1
  static let isBigEndian: UInt32 = 2
  static let isSignedInteger: UInt32 = 4
  static let isPacked: UInt32 = 8
}

extension DataFormat {
  /// The format flags of a Core Audio stream description; 0 for compressed codings.
  public var streamFlags: UInt32 {
    guard case .linearPCM(let pcm) = coding else { return 0 }
    var flags = pcm.isPacked ? StreamFlag.isPacked : 0
    if pcm.sampleType == .float { flags |= StreamFlag.isFloat }
    if pcm.byteOrder == .bigEndian, pcm.bitDepth > 8 { flags |= StreamFlag.isBigEndian }
    if pcm.sampleType == .signedInteger { flags |= StreamFlag.isSignedInteger }
    return flags
  }
}

extension LinearPCM {
  /// The packed, interleaved samples that a Core Audio stream description means.
  public init?(streamFlags flags: UInt32, bitDepth: Int) {
    let known =
      StreamFlag.isFloat | StreamFlag.isBigEndian | StreamFlag.isSignedInteger
      | StreamFlag.isPacked
    guard flags & ~known == 0 else { return nil }
    let type: SampleType =
      flags & StreamFlag.isFloat != 0
      ? .float : flags & StreamFlag.isSignedInteger != 0 ? .signedInteger : .unsignedInteger
    self.init(
      type, bitDepth: bitDepth,
      byteOrder: flags & StreamFlag.isBigEndian != 0 ? .bigEndian : .littleEndian)
  }
}
