import AudioFormats
import Files
import Testing

/// One of the reader's numbers: what it is called, how wide it is, and how it is read.
struct NumberReading: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let width: Int
  /// What the bytes 01 23 45 67 89 AB CD EF are for it.
  let value: UInt64
  let read: @Sendable (inout ByteReader) throws(Malformed) -> UInt64

  static let all = [
    NumberReading(testDescription: "UInt8", width: 1, value: 0x01) {
      (reader: inout ByteReader) throws(Malformed) in UInt64(try reader.readUInt8())
    },
    NumberReading(testDescription: "UInt16BE", width: 2, value: 0x0123) {
      (reader: inout ByteReader) throws(Malformed) in UInt64(try reader.readUInt16BE())
    },
    NumberReading(testDescription: "UInt16LE", width: 2, value: 0x2301) {
      (reader: inout ByteReader) throws(Malformed) in UInt64(try reader.readUInt16LE())
    },
    NumberReading(testDescription: "UInt32BE", width: 4, value: 0x0123_4567) {
      (reader: inout ByteReader) throws(Malformed) in UInt64(try reader.readUInt32BE())
    },
    NumberReading(testDescription: "UInt32LE", width: 4, value: 0x6745_2301) {
      (reader: inout ByteReader) throws(Malformed) in UInt64(try reader.readUInt32LE())
    },
    NumberReading(testDescription: "UInt64BE", width: 8, value: 0x0123_4567_89AB_CDEF) {
      (reader: inout ByteReader) throws(Malformed) in try reader.readUInt64BE()
    },
    NumberReading(testDescription: "UInt64LE", width: 8, value: 0xEFCD_AB89_6745_2301) {
      (reader: inout ByteReader) throws(Malformed) in try reader.readUInt64LE()
    },
    NumberReading(testDescription: "FourCharCode", width: 4, value: 0x0123_4567) {
      (reader: inout ByteReader) throws(Malformed) in
      UInt64(try reader.readFourCharCode().rawValue)
    },
  ]
}

@Suite struct ByteReaderTests {
  private static let bytes: [UInt8] = [0x01, 0x23, 0x45, 0x67, 0x89, 0xAB, 0xCD, 0xEF]
  private static let basePosition: Int64 = 1_000

  @Test(arguments: NumberReading.all)
  func aNumberIsReadAndTheReaderStandsBehindIt(number: NumberReading) throws {
    var reader = ByteReader(Self.bytes, at: Self.basePosition)
    #expect(try number.read(&reader) == number.value)
    #expect(reader.position == Self.basePosition + Int64(number.width))
    #expect(reader.remaining == 8 - number.width)
  }

  @Test("a number with its top bit set is not a negative one", arguments: NumberReading.all)
  func aNumberOfOnesIsTheLargest(number: NumberReading) throws {
    var reader = ByteReader([UInt8](repeating: 0xFF, count: 8))
    #expect(try number.read(&reader) == UInt64.max >> (64 - 8 * number.width))
  }

  @Test(arguments: NumberReading.all)
  func anUnderrunTellsWhereTheNumberStartsAndTakesNothing(number: NumberReading) throws {
    for missing in 1...number.width {
      var reader = ByteReader(Self.bytes, at: Self.basePosition)
      try reader.skip(8 - number.width + missing)
      let position = reader.position
      let error = #expect(throws: Malformed.self) { try number.read(&reader) }
      #expect(error?.position == position)
      #expect(
        error?.reason
          == "\(number.width) more bytes are needed, \(number.width - missing) are there")
      #expect(reader.position == position)
      #expect(reader.remaining == number.width - missing)
    }
  }

  @Test func bytesAreReadAndSkippedInOrder() throws {
    var reader = ByteReader(Self.bytes)
    #expect(try reader.read(3).elementsEqual([0x01, 0x23, 0x45]))
    try reader.skip(2)
    #expect(try reader.read(0).isEmpty)
    #expect(try reader.read(3).elementsEqual([0xAB, 0xCD, 0xEF]))
    #expect(reader.remaining == 0)
    #expect(reader.position == 8)
  }

  @Test(arguments: [9, 1_000, Int.max, -1, Int.min])
  func aCountThatCannotBeIsRefused(count: Int) {
    var reader = ByteReader(Self.bytes, at: Self.basePosition)
    let error = #expect(throws: Malformed.self) { try reader.read(count) }
    #expect(error?.position == Self.basePosition)
    #expect(throws: Malformed.self) { try reader.skip(count) }
    #expect(reader.remaining == 8)
  }

  @Test func anEmptyReaderHasNothing() throws {
    var reader = ByteReader([], at: 77)
    #expect(reader.remaining == 0)
    #expect(try reader.read(0).isEmpty)
    #expect(throws: Malformed(at: 77, "1 more bytes are needed, 0 are there")) {
      try reader.readUInt8()
    }
  }
}
