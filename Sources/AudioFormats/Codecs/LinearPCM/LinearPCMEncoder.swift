/// Encodes linear PCM of every width and byte order: rounded to the nearest value and held within
/// the range of the width.
public struct LinearPCMEncoder: PacketEncoder {
  private let format: LinearPCM

  /// An encoder to one form of linear PCM.
  public init(_ format: LinearPCM) { self.format = format }

  /// Appends nothing, because encoding a frame never waits for another one.
  public func finish(into packets: inout [UInt8]) {}

  /// Appends the frames of `pcm` in the format's byte order.
  public func encode(_ pcm: PCMBuffer, into packets: inout [UInt8]) {
    let isLittle = format.byteOrder == .littleEndian
    switch (format.sampleType, format.bitDepth) {
    case (.unsignedInteger, _):
      append(pcm, to: &packets) { UInt8(truncatingIfNeeded: quantize($0, fullScale: 0x1p7) + 128) }
    case (.signedInteger, 8):
      append(pcm, to: &packets) { UInt8(truncatingIfNeeded: quantize($0, fullScale: 0x1p7)) }
    case (.signedInteger, 16):
      append(pcm, to: &packets) {
        let word = UInt16(truncatingIfNeeded: quantize($0, fullScale: 0x1p15))
        return isLittle ? word : word.byteSwapped
      }
    case (.signedInteger, 24):
      append(pcm, to: &packets) {
        Packed24(quantize($0, fullScale: 0x1p23), isLittle: isLittle)
      }
    case (.signedInteger, _):
      append(pcm, to: &packets) {
        let word = quantize($0, fullScale: 0x1p31)
        return isLittle ? word : word.byteSwapped
      }
    case (.float, 32):
      append(pcm, to: &packets) {
        let word = Float($0).bitPattern
        return isLittle ? word : word.byteSwapped
      }
    case (.float, _):
      append(pcm, to: &packets) { isLittle ? $0.bitPattern : $0.bitPattern.byteSwapped }
    }
  }

  @inline(__always)
  private func append<Word: BitwiseCopyable>(
    _ pcm: PCMBuffer, to packets: inout [UInt8], _ word: (Double) -> Word
  ) {
    let width = format.bytesPerSample
    let start = packets.count
    packets.append(contentsOf: repeatElement(0, count: pcm.samples.count * width))
    unsafe packets.withUnsafeMutableBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      for index in pcm.samples.indices {
        unsafe (base + start + index * width)
          .storeBytes(of: word(pcm.samples[index]), as: Word.self)
      }
    }
  }
}

/// Three bytes of a 24-bit sample in file order.
private struct Packed24: BitwiseCopyable {
  var first: UInt8
  var second: UInt8
  var third: UInt8

  @inline(__always)
  init(_ value: Int32, isLittle: Bool) {
    let low = UInt8(truncatingIfNeeded: value)
    let high = UInt8(truncatingIfNeeded: value >> 16)
    first = isLittle ? low : high
    second = UInt8(truncatingIfNeeded: value >> 8)
    third = isLittle ? high : low
  }
}
