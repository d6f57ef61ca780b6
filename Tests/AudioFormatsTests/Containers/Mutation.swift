import TestSupport

/// One damage to a file, chosen at random.
struct Mutation: Sendable, CustomStringConvertible {
  enum Kind: Sendable, CaseIterable {
    case flipBit, replaceByte, writeNumber, removeBytes, insertBytes, repeatBytes, swapBytes
  }

  let kind: Kind
  let offset: Int
  let count: Int
  let value: UInt64

  /// Numbers that turn up where a size, a count or a rate is read wrongly.
  private static let numbers: [UInt64] = [
    0, 1, 2, 3, 7, 8, 0x7F, 0x80, 0xFF, 0x7FFF, 0x8000, 0xFFFF, 0x7FFF_FFFF, 0x8000_0000,
    0xFFFF_FFF0, 0xFFFF_FFFE, 0xFFFF_FFFF, 0x7FF0_0000_0000_0000, 0x7FF8_0000_0000_0000,
    0x7FFF_FFFF_FFFF_FFF0, 0x7FFF_FFFF_FFFF_FFFF, 0x8000_0000_0000_0000, 0xFFFF_FFFF_FFFF_FFF0,
    0xFFFF_FFFF_FFFF_FFFF,
  ]

  init(of byteCount: Int, using generator: inout SeededGenerator) {
    kind = Kind.allCases[Int.random(in: 0..<Kind.allCases.count, using: &generator)]
    offset = Int.random(in: 0..<byteCount, using: &generator)
    count = [1, 2, 4, 8, 12][Int.random(in: 0..<5, using: &generator)]
    value =
      kind == .writeNumber
      ? Self.numbers[Int.random(in: 0..<Self.numbers.count, using: &generator)]
      : generator.next()
  }

  var description: String { "\(kind) at \(offset), \(count) bytes, 0x\(String(value, radix: 16))" }

  /// Damages `bytes`, which may have become shorter than the offset.
  func apply(to bytes: inout [UInt8]) {
    guard offset < bytes.count else { return }
    let end = min(bytes.count, offset + count)
    switch kind {
    case .flipBit: bytes[offset] ^= 1 << UInt8(value & 7)
    case .replaceByte: bytes[offset] = UInt8(truncatingIfNeeded: value)
    case .writeNumber:
      let isLittle = value & 1 == 0
      for index in offset..<end {
        let place = isLittle ? index - offset : end - 1 - index
        bytes[index] = UInt8(truncatingIfNeeded: value >> UInt64(8 * place))
      }
    case .removeBytes: bytes.removeSubrange(offset..<end)
    case .insertBytes:
      let more = (0..<count).map { UInt8(truncatingIfNeeded: value >> UInt64(8 * ($0 % 8))) }
      bytes.insert(contentsOf: more, at: offset)
    case .repeatBytes: bytes.insert(contentsOf: Array(bytes[offset..<end]), at: offset)
    case .swapBytes: bytes.swapAt(offset, Int(value % UInt64(bytes.count)))
    }
  }
}
