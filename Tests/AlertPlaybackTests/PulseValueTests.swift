import TestSupport
import Testing

@testable import AlertPlayback

@Suite("A message of the sound server")
struct PulseValueTests {
  private let values: [PulseValue] = [
    .number(2), .text("bell"), .text(nil), .flag(true), .flag(false), .bytes([1, 0, 255]),
    .volume([65_536, 0]),
  ]

  @Test("is read as it was written")
  func roundTrip() {
    #expect(PulseValue.all(in: values.flatMap(\.encoded)) == values)
    // A format, a channel map and a time, which nothing here needs.
    let others: [UInt8] = [0x61, 3, 2, 0, 0, 172, 68, 0x6D, 2, 1, 2, 0x55, 0, 0, 0, 0, 0, 0, 0, 9]
    #expect(
      PulseValue.all(in: others + PulseValue.number(7).encoded) == [
        .other, .other, .other, .number(7),
      ])
  }

  @Test("that is cut off within a value, or damaged, is none, or another one")
  func damaged() {
    let bytes = values.flatMap(\.encoded)
    let ends = values.indices.map { values[...$0].flatMap(\.encoded).count }
    for end in 1..<bytes.count where !ends.contains(end) {
      #expect(PulseValue.all(in: Array(bytes[..<end])) == nil, "\(end)")
    }
    #expect(PulseValue.all(in: [0x78, 255, 255, 255, 255]) == nil)
    #expect(PulseValue.all(in: [0x3F]) == nil)
    var random = SeededGenerator(seed: 1)
    for _ in 0..<1_000 {
      var damaged = bytes
      let index = Int.random(in: 0..<bytes.count, using: &random)
      damaged[index] = .random(in: 0...255, using: &random)
      _ = PulseValue.all(in: damaged)
    }
  }
}
