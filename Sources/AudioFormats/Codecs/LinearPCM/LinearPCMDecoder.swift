/// Decodes linear PCM of every width and byte order, exactly.
public struct LinearPCMDecoder: PacketDecoder {
  private let format: LinearPCM

  /// A decoder of one form of linear PCM.
  public init(_ format: LinearPCM) { self.format = format }

  /// Replaces `pcm` with the whole frames of `packets`; full scale is ±1.
  public func decode(_ packets: [UInt8], into pcm: inout PCMBuffer) {
    let width = format.bytesPerSample
    pcm.resize(frames: packets.count / width / pcm.channelCount)
    let isLittle = format.byteOrder == .littleEndian
    unsafe packets.withUnsafeBytes { bytes in
      unsafe pcm.samples.withUnsafeMutableBufferPointer { samples in
        switch (format.sampleType, format.bitDepth) {
        case (.unsignedInteger, _):
          unsafe fill(samples, bytes, width) {
            unsafe Double(Int($0.load(as: UInt8.self)) - 128) * 0x1p-7
          }
        case (.signedInteger, 8):
          unsafe fill(samples, bytes, width) { unsafe Double($0.load(as: Int8.self)) * 0x1p-7 }
        case (.signedInteger, 16):
          if isLittle {
            unsafe fill(samples, bytes, width) {
              unsafe Double(Int16(littleEndian: $0.word())) * 0x1p-15
            }
          } else {
            unsafe fill(samples, bytes, width) {
              unsafe Double(Int16(bigEndian: $0.word())) * 0x1p-15
            }
          }
        case (.signedInteger, 24):
          unsafe fill(samples, bytes, width) {
            unsafe Double($0.int24(isLittle: isLittle)) * 0x1p-23
          }
        case (.signedInteger, _):
          unsafe fill(samples, bytes, width) {
            let word: Int32 = unsafe $0.word()
            return Double(isLittle ? word : word.byteSwapped) * 0x1p-31
          }
        case (.float, 32):
          unsafe fill(samples, bytes, width) {
            let word: UInt32 = unsafe $0.word()
            return Double(Float(bitPattern: isLittle ? word : word.byteSwapped))
          }
        case (.float, _):
          unsafe fill(samples, bytes, width) {
            let word: UInt64 = unsafe $0.word()
            return Double(bitPattern: isLittle ? word : word.byteSwapped)
          }
        }
      }
    }
  }

  /// Writes `samples.count` samples; the caller has checked that `bytes` has as many.
  @inline(__always)
  private func fill(
    _ samples: UnsafeMutableBufferPointer<Double>, _ bytes: UnsafeRawBufferPointer, _ width: Int,
    _ load: (UnsafeRawPointer) -> Double
  ) {
    guard let base = bytes.baseAddress else { return }
    precondition(samples.count * width <= bytes.count)
    for index in samples.indices {
      unsafe samples[index] = load(base + index * width)
    }
  }
}

extension UnsafeRawPointer {
  /// The bytes here as a number in the machine's order, which is little-endian on Linux.
  @inline(__always)
  fileprivate func word<T: BitwiseCopyable>() -> T { unsafe loadUnaligned(as: T.self) }

  @inline(__always)
  fileprivate func int24(isLittle: Bool) -> Int32 {
    let a = unsafe UInt32(load(as: UInt8.self))
    let b = unsafe UInt32(load(fromByteOffset: 1, as: UInt8.self))
    let c = unsafe UInt32(load(fromByteOffset: 2, as: UInt8.self))
    let high = isLittle ? c << 24 | b << 16 | a << 8 : a << 24 | b << 16 | c << 8
    return Int32(bitPattern: high) >> 8
  }
}
