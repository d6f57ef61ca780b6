public import Foundation

/// Samples as other programs write them without a header, little-endian.
public enum RawSamples {
  /// 64-bit floats.
  public static func floats(_ data: Data) -> [Double] {
    words(data, of: UInt64.self).map { Double(bitPattern: $0) }
  }

  /// 32-bit integers, full scale ±1.
  public static func integers(_ data: Data) -> [Double] {
    words(data, of: Int32.self).map { Double($0) * 0x1p-31 }
  }

  private static func words<Word: FixedWidthInteger & BitwiseCopyable>(
    _ data: Data, of type: Word.Type
  ) -> [Word] {
    let size = Word.bitWidth / 8
    return data.withUnsafeBytes { bytes in
      stride(from: 0, to: bytes.count - size + 1, by: size).map {
        Word(littleEndian: bytes.loadUnaligned(fromByteOffset: $0, as: Word.self))
      }
    }
  }
}

/// Where two runs of samples differ first, or in length, as a sentence; nil where they are equal.
/// An expectation that compares whole arrays would print them.
public func difference(_ samples: [Double], _ expected: [Double]) -> String? {
  for (index, pair) in zip(samples, expected).enumerated() where pair.0 != pair.1 {
    return "sample \(index) is \(pair.0), not \(pair.1)"
  }
  guard samples.count == expected.count else {
    return "\(samples.count) samples, not \(expected.count)"
  }
  return nil
}
