package import AudioFormats

/// 16-bit samples, interleaved.
package struct Samples16 {
  package let channelCount: Int
  package let sampleRate: Int
  package let samples: [Int16]

  package init(_ pcm: PCMBuffer, sampleRate: Int) {
    channelCount = pcm.channelCount
    self.sampleRate = sampleRate
    samples = pcm.samples.map { Int16(($0 * 32_767).rounded()) }
  }

  /// A plain WAVE file, written without the code under test.
  package var wave: [UInt8] {
    PlainWAVE.integers(
      samples.map(Int32.init), channelCount: channelCount, sampleRate: sampleRate)
  }
}

/// The integers of raw little-endian samples.
package func integers<Integer: FixedWidthInteger>(_ bytes: [UInt8], as: Integer.Type) -> [Integer] {
  bytes.withUnsafeBytes { bytes in
    (0..<bytes.count / MemoryLayout<Integer>.size).map { index in
      Integer(
        littleEndian: bytes.loadUnaligned(
          fromByteOffset: index * MemoryLayout<Integer>.size, as: Integer.self))
    }
  }
}

/// The frequency of a sine, from the distance between its first and its last rise through zero.
package func frequency(of samples: [Double], sampleRate: Double) -> Double {
  let rises = samples.indices.dropFirst().filter { samples[$0 - 1] < 0 && samples[$0] >= 0 }
  guard let first = rises.first, let last = rises.last, last > first else { return 0 }
  // Between two frames the line through both tells where zero is.
  func crossing(_ index: Int) -> Double {
    Double(index) - samples[index] / (samples[index] - samples[index - 1])
  }
  return Double(rises.count - 1) * sampleRate / (crossing(last) - crossing(first))
}
