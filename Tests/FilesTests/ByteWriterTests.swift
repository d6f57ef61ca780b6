import AudioFormats
import Files
import TestSupport
import Testing

@Suite struct ByteWriterTests {
  @Test func numbersStandInTheOrderAskedFor() {
    var writer = ByteWriter()
    writer.writeBE(UInt16(0x0123))
    writer.writeLE(UInt16(0x0123))
    writer.writeBE(UInt32(0x4567_89AB))
    writer.writeLE(UInt32(0x4567_89AB))
    #expect(
      writer.bytes == [0x01, 0x23, 0x23, 0x01, 0x45, 0x67, 0x89, 0xAB, 0xAB, 0x89, 0x67, 0x45])
  }

  @Test func negativeNumbersAreTwosComplements() {
    var writer = ByteWriter()
    writer.writeBE(Int16(-2))
    writer.writeLE(Int32(-2))
    writer.writeBE(Int64.min)
    #expect(writer.bytes == [0xFF, 0xFE, 0xFE, 0xFF, 0xFF, 0xFF, 0x80, 0, 0, 0, 0, 0, 0, 0])
  }

  @Test func bytesCodesAndZerosAreAppended() {
    var writer = ByteWriter()
    writer.write([1, 2] as [UInt8])
    writer.write("data" as FourCharCode)
    writer.writeZeros(3)
    writer.writeZeros(0)
    #expect(writer.bytes == [1, 2] + Array("data".utf8) + [0, 0, 0])
  }

  @Test func theReaderReadsWhatTheWriterWrote() throws {
    var generator = SeededGenerator.printed(for: "ByteWriter numbers")
    for _ in 0..<500 {
      let number = UInt64.random(in: 0...UInt64.max, using: &generator)
      let (half, quarter) = (UInt32(truncatingIfNeeded: number), UInt16(truncatingIfNeeded: number))
      var writer = ByteWriter()
      writer.writeBE(number)
      writer.writeLE(number)
      writer.writeBE(half)
      writer.writeLE(half)
      writer.writeBE(quarter)
      writer.writeLE(quarter)
      writer.writeBE(UInt8(truncatingIfNeeded: number))
      writer.write(FourCharCode(rawValue: half))
      var reader = ByteReader(writer.bytes)
      #expect(try reader.readUInt64BE() == number)
      #expect(try reader.readUInt64LE() == number)
      #expect(try reader.readUInt32BE() == half)
      #expect(try reader.readUInt32LE() == half)
      #expect(try reader.readUInt16BE() == quarter)
      #expect(try reader.readUInt16LE() == quarter)
      #expect(try reader.readUInt8() == UInt8(truncatingIfNeeded: number))
      #expect(try reader.readFourCharCode().rawValue == half)
      #expect(reader.remaining == 0)
    }
  }
}
