import Files
import TestSupport
import Testing

@testable import AudioFormats

@Suite struct Extended80Tests {
  private func read(_ bytes: [UInt8]) throws -> Double {
    var reader = ByteReader(bytes)
    return try Double(parsingExtended: &reader)
  }

  private func written(_ value: Double) -> [UInt8] {
    var writer = ByteWriter()
    value.writeExtended(to: &writer)
    return writer.bytes
  }

  @Test(
    "the usual rates stand as in every AIFF file",
    arguments: [
      (8_000, "400B FA00 0000 0000 0000"), (11_025, "400C AC44 0000 0000 0000"),
      (11_127.272_727_272_728, "400C ADDD 1745 D174 6000"), (16_000, "400C FA00 0000 0000 0000"),
      (22_050, "400D AC44 0000 0000 0000"), (22_254.545_454_545_456, "400D ADDD 1745 D174 6000"),
      (32_000, "400D FA00 0000 0000 0000"), (44_100, "400E AC44 0000 0000 0000"),
      (48_000, "400E BB80 0000 0000 0000"), (88_200, "400F AC44 0000 0000 0000"),
      (96_000, "400F BB80 0000 0000 0000"), (192_000, "4010 BB80 0000 0000 0000"),
      (1, "3FFF 8000 0000 0000 0000"), (768_000, "4012 BB80 0000 0000 0000"),
    ]) func aUsualRateIsExact(rate: Double, bytes: String) throws
  {
    #expect(digits(written(rate)) == digits(hex(bytes)))
    #expect(try read(hex(bytes)) == rate)
  }

  @Test func anyNormalNumberIsExact() throws {
    var generator = SeededGenerator.printed(for: "80-bit floats")
    for _ in 0..<2_000 {
      let exponent = UInt64.random(in: 1...2_046, using: &generator)
      let fraction = UInt64.random(in: 0..<1 << 52, using: &generator)
      let value = Double(bitPattern: exponent << 52 | fraction)
      #expect(try read(written(value)).bitPattern == value.bitPattern)
    }
    for value in [Double.leastNormalMagnitude, .greatestFiniteMagnitude, 1.0.nextDown, 1.0.nextUp] {
      #expect(try read(written(value)) == value)
    }
  }

  @Test(
    "values that no rate can have",
    arguments: [
      ("7FFF 8000 0000 0000 0000", Double.infinity), ("FFFF 8000 0000 0000 0000", -.infinity),
      ("7FFF 0000 0000 0000 0000", .infinity),
      ("0000 0000 0000 0000 0000", 0), ("C00E AC44 0000 0000 0000", -44_100),
      ("BFFF 8000 0000 0000 0000", -1), ("3FFE 8000 0000 0000 0000", 0.5),
    ] as [(String, Double)]) func aSpecialValueIsWhatItSays(bytes: String, value: Double) throws
  {
    #expect(try read(hex(bytes)) == value)
  }

  @Test func minusZeroKeepsItsSign() throws {
    let zero = try read(hex("8000 0000 0000 0000 0000"))
    #expect(zero == 0)
    #expect(zero.sign == .minus)
  }

  @Test(arguments: [
    "7FFF C000 0000 0000 0000", "FFFF FFFF FFFF FFFF FFFF", "7FFF 8000 0000 0000 0001",
  ])
  func noNumberStaysNone(bytes: String) throws {
    #expect(try read(hex(bytes)).isNaN)
  }

  @Test(
    "beyond a Double's exponents",
    arguments: [
      ("7FFE FFFF FFFF FFFF FFFF", Double.infinity), ("FFFE 8000 0000 0000 0000", -.infinity),
      ("0000 0000 0000 0000 0001", 0), ("0001 8000 0000 0000 0000", 0),
      ("0000 FFFF FFFF FFFF FFFF", 0),
    ] as [(String, Double)])
  func whatADoubleCannotHoldIsInfiniteOrZero(bytes: String, value: Double) throws {
    #expect(try read(hex(bytes)) == value)
  }

  @Test func aDoublesDenormalsAreRead() throws {
    // 2^-1074: exponent 16383 - 1074 = 0x3BCD.
    #expect(try read(hex("3BCD 8000 0000 0000 0000")) == .leastNonzeroMagnitude)
    #expect(try read(hex("3BCC 8000 0000 0000 0000")) == 0)
  }

  @Test("a significand without its integer bit still counts units of 2^-63")
  func anUnnormalisedNumberIsItsValue() throws {
    #expect(try read(hex("400F 5622 0000 0000 0000")) == 44_100)
    #expect(try read(hex("400E 0000 0000 0000 0000")) == 0)
  }

  @Test(arguments: 0..<10) func aCutNumberIsMalformed(byteCount: Int) {
    let bytes = Array(hex("400E AC44 0000 0000 0000").prefix(byteCount))
    #expect(throws: Malformed.self) { try read(bytes) }
  }
}
