extension String {
  /// A short text that stands for this one in names of files, the same in every process: FNV-1a, 64
  /// bits, in hexadecimal. Other texts can be made that have the same; ``digest`` is for texts that
  /// somebody else chooses.
  var fingerprint: String {
    let hash = utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01B3
    }
    return String(hash, radix: 16)
  }

  /// The first 128 bits of the text's SHA-256, as 32 hexadecimal digits.
  var digest: String {
    SHA256.words(of: Array(utf8)).prefix(4).map {
      let digits = String($0, radix: 16)
      return String(repeating: "0", count: 8 - digits.count) + digits
    }.joined()
  }
}

/// SHA-256 (FIPS 180-4, 6.2) of a short text. A library for it would be linked with each program
/// that opens a store.
enum SHA256 {
  /// The digest of a message, as eight words.
  static func words(of message: [UInt8]) -> [UInt32] {
    var state = roots(of: primes.prefix(8), bits: squareRoot)
    let padding = (119 - message.count % 64) % 64
    let length = UInt64(message.count) * 8
    let padded =
      message + [0x80] + [UInt8](repeating: 0, count: padding)
      + (0..<8).map { UInt8(truncatingIfNeeded: length >> (56 - 8 * $0)) }
    for start in stride(from: 0, to: padded.count, by: 64) {
      add(padded[start..<start + 64], to: &state)
    }
    return state
  }

  private static func add(_ block: ArraySlice<UInt8>, to state: inout [UInt32]) {
    var schedule = (0..<16).map { index in
      block.dropFirst(index * 4).prefix(4).reduce(0 as UInt32) { $0 << 8 | UInt32($1) }
    }
    for index in 16..<64 {
      let (early, late) = (schedule[index - 15], schedule[index - 2])
      let first = turned(early, 7) ^ turned(early, 18) ^ early >> 3
      let second = turned(late, 17) ^ turned(late, 19) ^ late >> 10
      schedule.append(schedule[index - 16] &+ first &+ schedule[index - 7] &+ second)
    }
    var work = state
    for index in 0..<64 {
      let (a, e) = (work[0], work[4])
      let sum = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)
      let choice = e & work[5] ^ ~e & work[6]
      let first = work[7] &+ sum &+ choice &+ constants[index] &+ schedule[index]
      let majority = a & work[1] ^ a & work[2] ^ work[1] & work[2]
      let second = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) &+ majority
      work = [first &+ second, a, work[1], work[2], work[3] &+ first, e, work[5], work[6]]
    }
    state = zip(state, work).map { $0 &+ $1 }
  }

  private static func turned(_ word: UInt32, _ count: UInt32) -> UInt32 {
    word >> count | word << (32 - count)
  }

  // MARK: The constants: the first 32 bits of the fractions of roots of the first primes

  private static let primes: [UInt64] = (2...311).filter { number in
    !(2..<number).contains { number % $0 == 0 }
  }.map(UInt64.init)

  private static let constants = roots(of: primes.prefix(64), bits: cubeRoot)

  private static func roots(
    of primes: ArraySlice<UInt64>, bits: (UInt64) -> UInt64
  ) -> [UInt32] { primes.map { UInt32(truncatingIfNeeded: bits($0)) } }

  /// The square root of a prime below 32, times 2^32, rounded down.
  private static func squareRoot(_ prime: UInt64) -> UInt64 {
    largest { $0.multipliedFullWidth(by: $0).high <= prime - 1 }
  }

  /// The cube root of a prime below 512, times 2^32, rounded down.
  private static func cubeRoot(_ prime: UInt64) -> UInt64 {
    largest { root in
      let square = root.multipliedFullWidth(by: root)
      let low = square.low.multipliedFullWidth(by: root)
      // Neither overflows: the root has 36 bits.
      return (square.high * root + low.high) >> 32 < prime
    }
  }

  /// The largest number of 36 bits for which `isSmall` holds; it holds for all smaller ones.
  private static func largest(_ isSmall: (UInt64) -> Bool) -> UInt64 {
    (0..<36).reversed().reduce(0 as UInt64) { found, bit in
      let next = found | 1 << UInt64(bit)
      return isSmall(next) ? next : found
    }
  }
}
