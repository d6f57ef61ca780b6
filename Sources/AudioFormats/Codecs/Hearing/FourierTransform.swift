import Glibc

/// The discrete Fourier transform of a power of two of complex numbers, by Cooley and Tukey (1965).
struct FourierTransform: Sendable {
  let count: Int
  private let cosines: [Double]
  private let sines: [Double]

  init(count: Int) {
    precondition(count > 1 && count & (count - 1) == 0)
    self.count = count
    let angles = (0..<count / 2).map { -2 * Double.pi * Double($0) / Double(count) }
    cosines = angles.map(cos)
    sines = angles.map(sin)
  }

  /// Replaces `count` numbers by their transform.
  func transform(_ real: inout [Double], _ imaginary: inout [Double]) {
    reorder(&real)
    reorder(&imaginary)
    var half = 1
    while half < count {
      let stride = count / 2 / half
      for start in Swift.stride(from: 0, to: count, by: 2 * half) {
        for offset in 0..<half {
          let (low, high) = (start + offset, start + offset + half)
          let (cosine, sine) = (cosines[offset * stride], sines[offset * stride])
          let turnedReal = real[high] * cosine - imaginary[high] * sine
          let turnedImaginary = real[high] * sine + imaginary[high] * cosine
          real[high] = real[low] - turnedReal
          imaginary[high] = imaginary[low] - turnedImaginary
          real[low] += turnedReal
          imaginary[low] += turnedImaginary
        }
      }
      half *= 2
    }
  }

  /// Puts each number where its index has its bits in the opposite order.
  private func reorder(_ values: inout [Double]) {
    var other = 0
    for index in 1..<count {
      var bit = count / 2
      while other & bit != 0 {
        other ^= bit
        bit /= 2
      }
      other |= bit
      if index < other { values.swapAt(index, other) }
    }
  }
}
