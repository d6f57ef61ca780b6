import TestSupport
import Testing

@testable import AudioFormats

/// One row of a table of G.711: the decision value below an interval, and its code.
private struct Interval {
  /// 16-bit magnitudes from which on the interval's code is due.
  let start: Int
  let end: Int
  let level: Int

  /// ITU-T G.711 (11/88), tables 1a and 2a: the decision values of each segment in the tables' own
  /// units, and how many 16-bit steps such a unit is.
  static func table(_ law: G711Law) -> [Interval] {
    var values = law == .uLaw ? [0] : Array(stride(from: 0, to: 32, by: 2))
    let segments =
      law == .uLaw
      ? [
        1...31, 31...95, 95...223, 223...479, 479...991, 991...2_015, 2_015...4_063, 4_063...8_159,
      ]
      : [32...64, 64...128, 128...256, 256...512, 512...1_024, 1_024...2_048, 2_048...4_096]
    for (number, segment) in segments.enumerated() {
      // µ-law's first segment has fifteen whole steps after its half one.
      let steps = law == .uLaw && number == 0 ? 15 : 16
      let step = (segment.upperBound - segment.lowerBound) / steps
      values += stride(from: segment.lowerBound, to: segment.upperBound, by: step)
    }
    values.append(segments[segments.count - 1].upperBound)
    let unit = law == .uLaw ? 4 : 8
    return zip(values, values.dropFirst()).enumerated().map { number, pair in
      let isMiddle = law == .aLaw || number > 0
      return Interval(
        start: pair.0 * unit, end: pair.1 * unit,
        level: isMiddle ? (pair.0 + pair.1) * unit / 2 : 0)
    }
  }

  /// The code of interval `number`, as it is transmitted.
  static func code(_ law: G711Law, _ number: Int, isNegative: Bool) -> UInt8 {
    switch law {
    case .uLaw: (isNegative ? 0x7F : 0xFF) - UInt8(number)
    case .aLaw: ((isNegative ? 0 : 0x80) | UInt8(number)) ^ 0x55
    }
  }
}

@Suite struct G711Tests {
  @Test(arguments: [G711Law.uLaw, .aLaw]) func everyCodeHasTheLevelOfItsTable(law: G711Law) {
    let table = Interval.table(law)
    #expect(table.count == 128)
    for (number, interval) in table.enumerated() {
      #expect(law.expand(Interval.code(law, number, isNegative: false)) == interval.level)
      #expect(law.expand(Interval.code(law, number, isNegative: true)) == -interval.level)
    }
  }

  @Test(
    "values that are easily looked up",
    arguments: [
      (G711Law.uLaw, UInt8(0x80), 32_124), (.uLaw, 0x00, -32_124), (.uLaw, 0xFF, 0),
      (.uLaw, 0x7F, 0), (.uLaw, 0xFE, 8), (.uLaw, 0xF0, 120), (.uLaw, 0xEF, 132),
      (.uLaw, 0x8F, 16_764), (.uLaw, 0x90, 15_996),
      (.aLaw, 0xAA, 32_256), (.aLaw, 0x2A, -32_256), (.aLaw, 0xD5, 8), (.aLaw, 0x55, -8),
      (.aLaw, 0xC5, 264), (.aLaw, 0xA5, 16_896),
    ] as [(G711Law, UInt8, Int)])
  func aKnownCodeHasItsLevel(law: G711Law, code: UInt8, level: Int) {
    #expect(law.expand(code) == level)
  }

  @Test(arguments: [G711Law.uLaw, .aLaw]) func aDecodedCodeIsEncodedAsItself(law: G711Law) {
    for code in UInt8.min...UInt8.max {
      // µ-law has two zeros; the negative one becomes the positive.
      let expected: UInt8 = law == .uLaw && code == 0x7F ? 0xFF : code
      #expect(law.compress(Int32(law.expand(code))) == expected)
    }
  }

  @Test(arguments: [G711Law.uLaw, .aLaw])
  func everySampleGetsTheCodeOfItsInterval(law: G711Law) {
    let table = Interval.table(law)
    var number = 0
    for magnitude in 0...32_768 {
      while number < 127, magnitude >= table[number].end { number += 1 }
      // A magnitude on a decision value is as far from one level as from the other.
      let allowed =
        magnitude == table[number].start && number > 0 ? [number, number - 1] : [number]
      for isNegative in magnitude == 0 ? [false] : magnitude == 32_768 ? [true] : [false, true] {
        let code = law.compress(Int32(isNegative ? -magnitude : magnitude))
        guard !allowed.contains(where: { Interval.code(law, $0, isNegative: isNegative) == code })
        else { continue }
        Issue.record("\(isNegative ? "-" : "")\(magnitude) is encoded as \(code)")
        return
      }
    }
  }

  @Test(arguments: [G711Law.uLaw, .aLaw]) func noSampleMovesByMoreThanHalfItsInterval(law: G711Law)
  {
    let table = Interval.table(law)
    for sample in Int32(-32_768)...32_767 {
      let level = Int(law.expand(law.compress(sample)))
      let interval = table.last { $0.start <= abs(level) }
      let half = interval.map { max($0.end - $0.level, $0.level - $0.start) } ?? 0
      // What is over the last decision value is clipped.
      let excess = max(0, abs(Int(sample)) - (table.last?.end ?? 0))
      guard abs(Int(sample) - level) > half + excess else { continue }
      Issue.record("\(sample) becomes \(level)")
      return
    }
  }

  @Test("the codec is the law, on samples of 16 bits", arguments: [G711Law.uLaw, .aLaw], [1, 2])
  func theCodecIsTheLaw(law: G711Law, channelCount: Int) {
    let codes = Array(UInt8.min...UInt8.max)
    var pcm = PCMBuffer(channelCount: channelCount, samples: Array(repeating: 9, count: 4))
    G711Decoder(law).decode(codes + (channelCount == 2 ? [0] : []), into: &pcm)
    #expect(pcm.samples == codes.map { Double(law.expand($0)) / 32_768 })
    var packets: [UInt8] = [0xEE]
    let encoder = G711Encoder(law)
    encoder.encode(pcm, into: &packets)
    encoder.finish(into: &packets)
    #expect(packets == [0xEE] + codes.map { law == .uLaw && $0 == 0x7F ? 0xFF : $0 })
  }

  @Test(
    "NaN is silence, and full scale the end of the table",
    arguments: [
      (G711Law.uLaw, [0xFF, 0xFF, 0x80, 0x80, 0x00, 0x00] as [UInt8]),
      (.aLaw, [0xD5, 0xD5, 0xAA, 0xAA, 0x2A, 0x2A]),
    ])
  func wildSamplesAreHeld(law: G711Law, codes: [UInt8]) {
    var packets: [UInt8] = []
    let samples = [Double.nan, 0, 1, .infinity, -1, -1e300]
    G711Encoder(law).encode(PCMBuffer(channelCount: 1, samples: samples), into: &packets)
    #expect(packets == codes)
  }
}
