import TestSupport

/// Samples that use a width to its last bit.
enum TestSamples {
  /// Random integers of `bitDepth` bits, the extremes first.
  static func integers(bitDepth: Int, count: Int) -> [Int32] {
    var generator = SeededGenerator(seed: UInt64(bitDepth * 1_000_003 + count))
    let limit = Int64(1) << (bitDepth - 1)
    let edges = [limit - 1, -limit, 0, 1, -1, limit / 2, -limit / 2]
    return (0..<count).map { index in
      Int32(index < edges.count ? edges[index] : .random(in: -limit..<limit, using: &generator))
    }
  }

  /// `samples` of `bitDepth` bits, left-justified in 32.
  static func widened(_ samples: [Int32], bitDepth: Int) -> [Int32] {
    samples.map { $0 << (32 - bitDepth) }
  }

  /// `samples` of `bitDepth` bits, full scale ±1.
  static func normalized(_ samples: [Int32], bitDepth: Int) -> [Double] {
    let limit = Double(Int64(1) << (bitDepth - 1))
    return samples.map { Double($0) / limit }
  }

  /// Random doubles, the hard cases for a quantiser first: full scale, beyond it, next to nothing.
  static func doubles(count: Int, amplitude: Double = 1) -> [Double] {
    var generator = SeededGenerator(seed: UInt64(count))
    let edges = [1, -1, 1.5, -1.5, 0, -0.0, 1e-12, -1e-12, 0x1p-31, -0x1p-31].filter {
      amplitude >= 1 || abs($0) < amplitude
    }
    return (0..<count).map { index in
      index < edges.count ? edges[index] : .random(in: -amplitude...amplitude, using: &generator)
    }
  }

  /// What `bitDepth` bits keep of `samples`.
  static func quantized(_ samples: [Double], bitDepth: Int) -> [Double] {
    let limit = Double(Int64(1) << (bitDepth - 1))
    return samples.map { sample in
      max(-limit, min(limit - 1, (sample * limit).rounded(.toNearestOrEven))) / limit
    }
  }
}
