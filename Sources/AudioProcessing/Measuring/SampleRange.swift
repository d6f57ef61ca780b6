/// The lowest and the highest of some samples.
struct SampleRange {
  var lowest: Double
  var highest: Double

  /// The range of the samples `range` of `samples`, which must not contain NaN; 0 for an empty
  /// range. Works on four samples at a time, because every meter reads all samples through it.
  init(of samples: [Double], _ range: Range<Int>) {
    guard !range.isEmpty else {
      (lowest, highest) = (0, 0)
      return
    }
    var low = SIMD4(repeating: samples[range.lowerBound])
    var high = low
    let whole = range.count / 4 * 4
    unsafe samples.withUnsafeBytes { bytes in
      for index in stride(from: range.lowerBound, to: range.lowerBound + whole, by: 4) {
        let four = unsafe bytes.loadUnaligned(fromByteOffset: index * 8, as: SIMD4<Double>.self)
        low.replace(with: four, where: four .< low)
        high.replace(with: four, where: four .> high)
      }
    }
    (lowest, highest) = (low.min(), high.max())
    for index in range.lowerBound + whole..<range.upperBound {
      lowest = min(lowest, samples[index])
      highest = max(highest, samples[index])
    }
  }

  /// The largest distance from 0.
  var magnitude: Double { max(-lowest, highest) }
}
