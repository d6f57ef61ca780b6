public import AudioTypes

extension DataFormat {
  /// The line that afconvert and afinfo print for a data format:
  /// ` 1 ch,  44100 Hz, ima4 (0x00000000) 0 bits/channel, 34 bytes/packet, 64 frames/packet, …`.
  public var streamDescription: String {
    let channels = String(channelCount).leftPadded(to: 2)
    let rate = fixed(sampleRate, decimals: 0).leftPadded(to: 6)
    return "\(channels) ch, \(rate) Hz, \(formatName) (0x\(flags)) \(details)"
  }

  private var formatName: String {
    if case .linearPCM = coding { return "lpcm" }
    return codingName
  }

  /// `kAudioFormatFlag…` of CoreAudioBaseTypes.h: float, big-endian, signed, packed.
  private var flags: String {
    guard case .linearPCM(let pcm) = coding else { return hexadecimal(0, digits: 8) }
    var flags: UInt64 = 8
    if pcm.sampleType == .float { flags |= 1 }
    if pcm.byteOrder == .bigEndian, pcm.bitDepth > 8 { flags |= 2 }
    if pcm.sampleType == .signedInteger { flags |= 4 }
    return hexadecimal(flags, digits: 8).uppercased()
  }

  private var details: String {
    guard case .linearPCM(let pcm) = coding else {
      return "\(bitsPerChannel) bits/channel, \(bytesPerPacket) bytes/packet, "
        + "\(framesPerPacket) frames/packet, \(framesPerPacket == 1 ? bytesPerPacket : 0) bytes/frame"
    }
    let order =
      pcm.bitDepth == 8 ? "" : pcm.byteOrder == .bigEndian ? " big-endian" : " little-endian"
    let kind =
      switch pcm.sampleType {
      case .float: " float"
      case .signedInteger: " signed integer"
      case .unsignedInteger: " unsigned integer"
      }
    return "\(pcm.bitDepth)-bit" + order + kind
  }
}

extension String {
  /// The text with spaces before it, `width` characters in all.
  func leftPadded(to width: Int) -> String {
    String(repeating: " ", count: max(0, width - count)) + self
  }
}
