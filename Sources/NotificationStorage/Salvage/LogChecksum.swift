/// The checksum of SQLite's log: two sums over pairs of words (SQLite's file format, 4.2). The sum
/// of each frame continues that of the frame before.
struct LogChecksum: Equatable {
  var first: UInt32 = 0
  var second: UInt32 = 0

  init(_ first: UInt32 = 0, _ second: UInt32 = 0) { (self.first, self.second) = (first, second) }

  /// Adds whole pairs of words.
  mutating func add(_ bytes: ArraySlice<UInt8>, isBigEndian: Bool) {
    var (a, b) = (first, second)
    bytes.withUnsafeBytes { bytes in
      var place = 0
      while place + 8 <= bytes.count {
        let x = bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self)
        let y = bytes.loadUnaligned(fromByteOffset: place + 4, as: UInt32.self)
        a = a &+ (isBigEndian ? x.bigEndian : x.littleEndian) &+ b
        b = b &+ (isBigEndian ? y.bigEndian : y.littleEndian) &+ a
        place += 8
      }
    }
    (first, second) = (a, b)
  }

  /// The words of which any one, if it is wrong, explains the difference between `self`, the sum of
  /// `count` words, and `meant`.
  ///
  /// A word that is off by d changes the sums by multiples of d. The factors follow from its place
  /// alone: they are consecutive Fibonacci numbers. One of the two is odd, so d can be computed
  /// from it, and the other sum must agree. Of 2³² frames that are damaged in more places, one is
  /// taken for this case. Where only the highest bits of a word are wrong, several places explain
  /// it: the factors repeat modulo 2ⁿ every 3 · 2ⁿ⁻¹ places.
  /// - Returns: the index of each word, and the amount by which it is too great.
  func wrongWords(of count: Int, meant: LogChecksum) -> [(index: Int, excess: UInt32)] {
    var found: [(index: Int, excess: UInt32)] = []
    let (a, b) = (first &- meant.first, second &- meant.second)
    var (odd, even) = ((p: UInt32(0), q: UInt32(1)), (p: UInt32(1), q: UInt32(1)))
    for pair in stride(from: count - 2, through: 0, by: -2) {
      for (index, factor) in [(pair + 1, odd), (pair, even)] {
        let excess =
          factor.p & 1 == 1 ? a &* Self.inverse(factor.p) : b &* Self.inverse(factor.q)
        if factor.p &* excess == a, factor.q &* excess == b { found.append((index, excess)) }
      }
      odd = (odd.p &+ odd.q, odd.p &+ 2 &* odd.q)
      even = (even.p &+ even.q, even.p &+ 2 &* even.q)
    }
    return found
  }

  /// The inverse of an odd number modulo 2³²: each step doubles the number of correct bits.
  private static func inverse(_ number: UInt32) -> UInt32 {
    (0..<5).reduce(number) { value, _ in value &* (2 &- number &* value) }
  }
}
