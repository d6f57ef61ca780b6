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

  private var flags: String { hexadecimal(UInt64(streamFlags), digits: 8).uppercased() }

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
