import AudioFormats
import Testing

@Suite struct DataFormatTests {
  private static let int16 = DataFormat.Coding.linearPCM(.int16(.littleEndian))

  @Test(arguments: [1, 8_000, 22_254.545_454_545_456, 44_100, 192_000, 767_999.5, 768_000])
  func aRateWithinTheLimitsIsKept(rate: Double) throws {
    #expect(try DataFormat(Self.int16, sampleRate: rate, channelCount: 1).sampleRate == rate)
  }

  @Test(arguments: [
    0, -0.0, -1, -44_100, 1.0.nextDown, 768_000.0.nextUp, 1e308, .infinity, -.infinity,
    .leastNonzeroMagnitude,
  ])
  func aRateOutsideTheLimitsIsRefused(rate: Double) {
    #expect(throws: DataFormat.Invalid.sampleRate(rate)) {
      try DataFormat(Self.int16, sampleRate: rate, channelCount: 1)
    }
  }

  @Test func aRateThatIsNoNumberIsRefused() throws {
    let error = #expect(throws: DataFormat.Invalid.self) {
      try DataFormat(Self.int16, sampleRate: .nan, channelCount: 1)
    }
    guard case .sampleRate(let rate) = try #require(error) else {
      Issue.record("\(String(describing: error)) is not about the rate")
      return
    }
    #expect(rate.isNaN)
  }

  @Test(arguments: [1, 2, 63, 64]) func upToSixtyFourChannelsAreKept(count: Int) throws {
    #expect(
      try DataFormat(Self.int16, sampleRate: 44_100, channelCount: count).channelCount == count)
  }

  @Test(arguments: [0, -1, 65, 65_535, Int.max, Int.min])
  func otherChannelCountsAreRefused(count: Int) {
    #expect(throws: DataFormat.Invalid.channelCount(count, maximum: 64)) {
      try DataFormat(Self.int16, sampleRate: 44_100, channelCount: count)
    }
  }

  @Test(arguments: [0, 3, 64]) func ima4HasOneOrTwoChannels(count: Int) throws {
    #expect(throws: DataFormat.Invalid.channelCount(count, maximum: 2)) {
      try DataFormat(.ima4, sampleRate: 44_100, channelCount: count)
    }
    #expect(try DataFormat(.ima4, sampleRate: 44_100, channelCount: 2).bytesPerPacket == 68)
  }

  @Test func anErrorSaysWhatIsAllowed() {
    #expect(
      DataFormat.Invalid.sampleRate(0).description
        == "the sample rate 0.0 Hz is outside 1…768000 Hz")
    #expect(
      DataFormat.Invalid.channelCount(3, maximum: 2).description
        == "3 channels are outside 1…2 for this data format")
  }

  /// A coding, and what it makes of three channels: frames and bytes a packet, bits, name.
  struct Sizes: Sendable, CustomTestStringConvertible {
    let coding: DataFormat.Coding
    let frames: Int
    let bytes: Int
    let bits: Int
    let testDescription: String
  }

  @Test(arguments: [
    Sizes(coding: .linearPCM(.int8), frames: 1, bytes: 3, bits: 8, testDescription: "I8"),
    Sizes(
      coding: .linearPCM(.int24(.bigEndian)), frames: 1, bytes: 9, bits: 24,
      testDescription: "BEI24"),
    Sizes(
      coding: .linearPCM(.float64(.littleEndian)), frames: 1, bytes: 24, bits: 64,
      testDescription: "LEF64"),
    Sizes(coding: .uLaw, frames: 1, bytes: 3, bits: 8, testDescription: "ulaw"),
    Sizes(coding: .aLaw, frames: 1, bytes: 3, bits: 8, testDescription: "alaw"),
    Sizes(
      coding: .msIMA(bytesPerPacket: 36, framesPerPacket: 17), frames: 17, bytes: 36, bits: 0,
      testDescription: "MS IMA ADPCM"),
    Sizes(
      coding: .other(.fourCharCode("alac"), bytesPerPacket: 0, framesPerPacket: 4_096),
      frames: 4_096, bytes: 0, bits: 0, testDescription: "'alac'"),
    Sizes(
      coding: .other(.waveTag(0x55), bytesPerPacket: 1, framesPerPacket: 0), frames: 0, bytes: 1,
      bits: 0, testDescription: "MP3 WAVE tag 0x0055"),
    Sizes(
      coding: .other(.waveTag(0xABC), bytesPerPacket: 1, framesPerPacket: 0), frames: 0, bytes: 1,
      bits: 0, testDescription: "WAVE tag 0x0abc"),
  ])
  func packetsHaveTheSizesOfTheirCoding(sizes: Sizes) throws {
    let format = try DataFormat(sizes.coding, sampleRate: 8_000, channelCount: 3)
    #expect(format.framesPerPacket == sizes.frames)
    #expect(format.bytesPerPacket == sizes.bytes)
    #expect(format.bitsPerChannel == sizes.bits)
    #expect(format.codingName == sizes.testDescription)
  }

  @Test(arguments: [(1, 34), (2, 68)])
  func anIMA4PacketHasSixtyFourFrames(channelCount: Int, byteCount: Int) throws {
    let format = try DataFormat(.ima4, sampleRate: 44_100, channelCount: channelCount)
    #expect(format.framesPerPacket == 64)
    #expect(format.bytesPerPacket == byteCount)
    #expect(format.bitsPerChannel == 0)
    #expect(format.codingName == "ima4")
  }
}
