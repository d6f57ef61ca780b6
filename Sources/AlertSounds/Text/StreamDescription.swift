public import AudioFormats
import Files

extension DataFormat {
  /// The line that afconvert and afinfo print for a data format, in the style of macOS 13 and
  /// later: format IDs without quotes, and a short name for the samples that a Mac computes with.
  ///
  ///      1 ch,  16000 Hz, Int16
  ///      2 ch,  44100 Hz, lpcm (0x0000000E) 16-bit big-endian signed integer
  ///      1 ch,  44100 Hz, ima4 (0x00000000) 0 bits/channel, 34 bytes/packet, 64 frames/packet, …
  public var streamDescription: String {
    AlertSounds.streamDescription(
      channelCount: channelCount, sampleRate: sampleRate, formatDescription)
  }

  /// The part of the line after channels and rate.
  public var formatDescription: String {
    guard case .linearPCM(let pcm) = coding else { return packetDescription }
    if let name = pcm.nativeName { return channelCount > 1 ? name + ", interleaved" : name }
    return "\(formatName) (0x\(flags)) \(pcm.sampleDescription)"
  }

  /// Core Audio's format ID, without the spaces that fill it up to four characters.
  public var formatName: String { coding.formatID.description.trimmingSuffix(" ") }

  private var flags: String { hexadecimal(UInt64(streamFlags), digits: 8).uppercased() }

  /// The text about a coding in packets. Codings that Tocsin only names have no flags, as Core
  /// Audio prints them, except ALAC, about which the container states more.
  private var packetDescription: String {
    let bytesPerFrame = framesPerPacket == 1 ? bytesPerPacket : 0
    let name =
      if case .other(.fourCharCode(let code), _, _) = coding { code.description } else {
        formatName
      }
    return name + " (0x\(flags)) "
      + "\(bitsPerChannel) bits/channel, \(bytesPerPacket) bytes/packet, "
      + "\(framesPerPacket) frames/packet, \(bytesPerFrame) bytes/frame"
  }
}

extension LinearPCM {
  /// The short name of samples in a Mac's own byte order that Core Audio has a name for.
  fileprivate var nativeName: String? {
    guard byteOrder == .littleEndian else { return nil }
    switch (sampleType, bitDepth) {
    case (.signedInteger, 16), (.signedInteger, 32): return "Int\(bitDepth)"
    case (.float, _): return "Float\(bitDepth)"
    default: return nil
    }
  }

  fileprivate var sampleDescription: String {
    let order = bitDepth == 8 ? "" : byteOrder == .bigEndian ? " big-endian" : " little-endian"
    let kind =
      switch sampleType {
      case .float: " float"
      case .signedInteger: " signed integer"
      case .unsignedInteger: " unsigned integer"
      }
    // As Core Audio prints samples that do not fill their bytes.
    let place = isPacked ? "" : ", low-aligned in \(bytesPerSample) bytes"
    return "\(bitDepth)-bit" + order + kind + place
  }

  /// The form of the samples as afinfo's "source bit depth" has it: `I16`, `UI8`, `F32`.
  var depthName: String {
    switch sampleType {
    case .float: "F\(bitDepth)"
    case .signedInteger: "I\(bitDepth)"
    case .unsignedInteger: "UI\(bitDepth)"
    }
  }
}

/// The start of afinfo's format lines, then `format`.
func streamDescription(channelCount: Int, sampleRate: Double, _ format: String) -> String {
  let channels = String(channelCount).leftPadded(to: 2)
  let rate = fixed(sampleRate, decimals: 0).leftPadded(to: 6)
  return "\(channels) ch, \(rate) Hz, \(format)"
}

extension String {
  /// The text with spaces before it, `width` characters in all.
  func leftPadded(to width: Int) -> String {
    String(repeating: " ", count: max(0, width - count)) + self
  }

  /// The text without the characters `end` at its end.
  fileprivate func trimmingSuffix(_ end: Character) -> String {
    var text = self
    while text.last == end { text.removeLast() }
    return text
  }
}
