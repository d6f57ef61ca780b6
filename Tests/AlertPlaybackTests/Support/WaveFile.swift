import AudioFormats
import TestSupport

/// 16-bit samples, interleaved.
struct Samples16 {
  let channelCount: Int
  let sampleRate: Int
  let samples: [Int16]

  init(_ pcm: PCMBuffer, sampleRate: Int) {
    channelCount = pcm.channelCount
    self.sampleRate = sampleRate
    samples = pcm.samples.map { Int16(($0 * 32_767).rounded()) }
  }

  /// A plain WAVE file, written without the code under test.
  var wave: [UInt8] {
    let data = samples.flatMap { littleEndian(UInt16(bitPattern: $0)) }
    let frame = channelCount * 2
    var bytes = Array("RIFF".utf8) + littleEndian(UInt32(36 + data.count)) + Array("WAVEfmt ".utf8)
    bytes += littleEndian(UInt32(16)) + littleEndian(UInt16(1))
    bytes += littleEndian(UInt16(channelCount)) + littleEndian(UInt32(sampleRate))
    bytes += littleEndian(UInt32(sampleRate * frame)) + littleEndian(UInt16(frame))
    bytes += littleEndian(UInt16(16)) + Array("data".utf8) + littleEndian(UInt32(data.count))
    return bytes + data
  }
}

private func littleEndian(_ value: some FixedWidthInteger) -> [UInt8] {
  withUnsafeBytes(of: value.littleEndian) { Array($0) }
}

/// The integers of raw little-endian samples.
func integers<Integer: FixedWidthInteger>(_ bytes: [UInt8], as: Integer.Type) -> [Integer] {
  bytes.withUnsafeBytes { bytes in
    (0..<bytes.count / MemoryLayout<Integer>.size).map { index in
      Integer(
        littleEndian: bytes.loadUnaligned(
          fromByteOffset: index * MemoryLayout<Integer>.size, as: Integer.self))
    }
  }
}

/// The frequency of a sine, from the distance between its first and its last rise through zero.
func frequency(of samples: [Double], sampleRate: Double) -> Double {
  let rises = samples.indices.dropFirst().filter { samples[$0 - 1] < 0 && samples[$0] >= 0 }
  guard let first = rises.first, let last = rises.last, last > first else { return 0 }
  // Between two frames the line through both tells where zero is.
  func crossing(_ index: Int) -> Double {
    Double(index) - samples[index] / (samples[index] - samples[index - 1])
  }
  return Double(rises.count - 1) * sampleRate / (crossing(last) - crossing(first))
}
