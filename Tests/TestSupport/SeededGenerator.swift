import Foundation

/// A random generator that can be run again: SplitMix64 (Steele, Lea, Flood 2014).
public struct SeededGenerator: RandomNumberGenerator {
  /// The number that makes the same sequence again.
  public let seed: UInt64
  private var state: UInt64

  /// The sequence of a seed.
  public init(seed: UInt64) {
    self.seed = seed
    state = seed
  }

  /// A generator with the seed of the environment's TOCSIN_SEED, or a new one, which is printed.
  public static func printed(for purpose: String) -> SeededGenerator {
    let given = ProcessInfo.processInfo.environment["TOCSIN_SEED"].flatMap { UInt64($0) }
    let seed = given ?? UInt64.random(in: 0...UInt64(UInt32.max))
    print("seed of \(purpose): TOCSIN_SEED=\(seed)")
    return SeededGenerator(seed: seed)
  }

  /// The next 64 random bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}
