import Testing

@testable import AudioFormats

@Suite("Arithmetic with counts that may be anything")
struct CountArithmeticTests {
  private static let numbers: [Int64] = [
    .min, .min + 1, -3_037_000_500, -2, -1, 0, 1, 2, 64, 3_037_000_499, 3_037_000_500, .max - 1,
    .max,
  ]

  @Test("What fits is exact, and what does not is nil or the nearest number")
  func all() {
    for left in Self.numbers {
      for right in Self.numbers {
        let (sum, product) = (Int128(left) + Int128(right), Int128(left) * Int128(right))
        #expect(left.adding(right) == Int64(exactly: sum))
        #expect(left.multiplied(by: right) == Int64(exactly: product))
        #expect(left.addingClamped(right) == Int64(clamping: sum))
        #expect(left.subtractingClamped(right) == Int64(clamping: Int128(left) - Int128(right)))
        #expect(left.multipliedClamped(by: right) == Int64(clamping: product))
      }
    }
  }

  @Test("A packet table takes any counts")
  func packetTable() {
    for count in Self.numbers {
      let table = PacketTable.ima4(frameCount: count, packetCount: .max, primingFrames: .max)
      #expect(table.validFrames == count)
      _ = PacketTable.ima4(frameCount: .min, packetCount: count, primingFrames: .min)
    }
  }
}
