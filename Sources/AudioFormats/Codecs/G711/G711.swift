/// The two companding laws of ITU-T G.711, on 16-bit samples.
public enum G711Law: Sendable {
  case uLaw, aLaw

  /// The level that `code` means.
  func expand(_ code: UInt8) -> Int16 {
    switch self {
    case .uLaw: Self.expandULaw(code)
    case .aLaw: Self.expandALaw(code)
    }
  }

  /// The code of the interval that `sample` falls into, by the decision values of the standard.
  @inline(__always)
  func compress(_ sample: Int32) -> UInt8 {
    switch self {
    case .uLaw: Self.compressULaw(sample)
    case .aLaw: Self.compressALaw(sample)
    }
  }

  // G.711, tables 2a/2b: eight segments of 16 levels that double in width. The bias of 33
  // (132 in 16 bits) puts the segments' ends at powers of two.
  private static let bias: Int32 = 0x84
  private static let clip: Int32 = 32_635

  private static func expandULaw(_ code: UInt8) -> Int16 {
    let bits = Int32(~code)
    let magnitude = ((bits & 0xF) << 3 + bias) << (bits >> 4 & 7) - bias
    return Int16(truncatingIfNeeded: bits & 0x80 == 0 ? magnitude : -magnitude)
  }

  @inline(__always)
  private static func compressULaw(_ sample: Int32) -> UInt8 {
    let magnitude = min(abs(sample), clip) + bias
    let segment = Int32(24 - magnitude.leadingZeroBitCount)
    let level = magnitude >> (segment + 3) & 0xF
    let code = UInt8(truncatingIfNeeded: segment << 4 | level)
    return ~(sample < 0 ? code | 0x80 : code)
  }

  // G.711, tables 1a/1b: the first two segments are equal in width; even bits are inverted.
  private static func expandALaw(_ code: UInt8) -> Int16 {
    let bits = Int32(code ^ 0x55)
    let level = (bits & 0xF) << 4
    let segment = bits >> 4 & 7
    let magnitude = segment == 0 ? level + 8 : (level + 0x108) << (segment - 1)
    return Int16(truncatingIfNeeded: bits & 0x80 != 0 ? magnitude : -magnitude)
  }

  @inline(__always)
  private static func compressALaw(_ sample: Int32) -> UInt8 {
    let magnitude = min(sample < 0 ? ~sample : sample, 32_767)
    let segment = max(0, Int32(24 - (magnitude | 0x80).leadingZeroBitCount))
    let level = magnitude >> (max(1, segment) + 3) & 0xF
    let code = UInt8(truncatingIfNeeded: segment << 4 | level)
    return (sample < 0 ? code : code | 0x80) ^ 0x55
  }
}

/// Decodes G.711: one byte a sample.
public struct G711Decoder: PacketDecoder {
  private let levels: [Double]

  /// A decoder of one law; packets are independent, so it has no state.
  public init(_ law: G711Law) {
    levels = (0...255).map { Double(law.expand($0)) * 0x1p-15 }
  }

  /// Replaces `pcm` with one frame for each byte of a channel; full scale is ±1.
  public func decode(_ packets: [UInt8], into pcm: inout PCMBuffer) {
    pcm.removeAll()
    let count = packets.count / pcm.channelCount * pcm.channelCount
    pcm.samples.append(contentsOf: packets[..<count].lazy.map { levels[Int($0)] })
  }
}

/// Encodes G.711 from samples rounded to 16 bits.
public struct G711Encoder: PacketEncoder {
  private let law: G711Law

  /// An encoder of one law.
  public init(_ law: G711Law) { self.law = law }

  /// Appends one byte for each sample.
  public func encode(_ pcm: PCMBuffer, into packets: inout [UInt8]) {
    packets.append(
      contentsOf: pcm.samples.lazy.map { law.compress(quantize($0, fullScale: 0x1p15)) })
  }

  /// Appends nothing, because encoding a frame never waits for another one.
  public func finish(into packets: inout [UInt8]) {}
}
