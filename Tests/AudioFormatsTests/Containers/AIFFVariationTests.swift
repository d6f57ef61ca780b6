import AudioFormats
import Files
import Testing

/// AIFF and AIFF-C files that others write and the writer does not.
@Suite struct AIFFVariationTests {
  private let version = hex("A2805140")

  /// A mono `COMM` chunk at 44,100 Hz.
  private func common(frames: UInt8, bits: UInt8, _ compression: String = "") -> [UInt8] {
    hex("0001 000000") + [frames] + [0, bits] + hex("400EAC44000000000000")
      + Array(compression.utf8)
  }

  /// A `SSND` chunk whose audio starts `offset` bytes late.
  private func sound(_ audio: [UInt8], offset: UInt8 = 0) -> [UInt8] {
    [0, 0, 0, offset, 0, 0, 0, 0] + [UInt8](repeating: 0xEE, count: Int(offset)) + audio
  }

  @Test(
    "compression types, and what an encoder may call its sample size",
    arguments: [
      ("NONE", UInt8(16), LinearPCM.int16(.bigEndian)), ("twos", 16, .int16(.bigEndian)),
      ("NONE", 8, .int8), ("NONE", 12, .int16(.bigEndian)), ("NONE", 20, .int24(.bigEndian)),
      ("sowt", 16, .int16(.littleEndian)), ("sowt", 24, .int24(.littleEndian)),
      ("raw ", 8, .uint8), ("in24", 24, .int24(.bigEndian)), ("in24", 0, .int24(.bigEndian)),
      ("in32", 32, .int32(.bigEndian)), ("42ni", 24, .int24(.littleEndian)),
      ("42n1", 24, .int24(.littleEndian)), ("23ni", 32, .int32(.littleEndian)),
      ("fl32", 32, .float32(.bigEndian)), ("FL32", 16, .float32(.bigEndian)),
      ("fl64", 64, .float64(.bigEndian)), ("FL64", 64, .float64(.bigEndian)),
    ] as [(String, UInt8, LinearPCM)])
  func aCompressionTypeNamesItsCoding(type: String, bits: UInt8, format: LinearPCM) throws {
    let file = HandMadeFile.aiff(
      "AIFC", ("FVER", version), ("COMM", common(frames: 0, bits: bits, type)), ("SSND", sound([])))
    let sound = try HandMadeFile.parse(file)
    #expect(sound.dataFormat.coding == .linearPCM(format))
    #expect(sound.irregularities == [])
  }

  @Test(arguments: [("ULAW", DataFormat.Coding.uLaw), ("ALAW", .aLaw), ("ulaw", .uLaw)])
  func logarithmicTypesExistInBothCases(type: String, coding: DataFormat.Coding) throws {
    let file = HandMadeFile.aiff(
      "AIFC", ("COMM", common(frames: 2, bits: 16, type + "\0\0")), ("SSND", sound([1, 2])))
    let sound = try HandMadeFile.parse(file)
    #expect(sound.dataFormat.coding == coding)
    #expect(sound.validFrames == 2)
  }

  @Test func theAudioMayStartLate() throws {
    let file = HandMadeFile.aiff(
      "AIFF", ("COMM", common(frames: 2, bits: 16)), ("SSND", sound([1, 2, 3, 4], offset: 6)))
    let sound = try HandMadeFile.parse(file)
    #expect(
      Array(file[Int(sound.audioBytes.lowerBound)..<Int(sound.audioBytes.upperBound)]) == [
        1, 2, 3, 4,
      ])
    #expect(sound.irregularities == [])
  }

  @Test func aStartBehindTheChunkIsMalformed() throws {
    var chunk = sound([1, 2, 3, 4])
    chunk[3] = 5
    let file = HandMadeFile.aiff("AIFF", ("COMM", common(frames: 2, bits: 16)), ("SSND", chunk))
    #expect(
      throws: ContainerError.malformed(
        .aiff, Malformed(at: 46, "the sound offset 5 is past the 'SSND' chunk"))
    ) {
      try HandMadeFile.parse(file)
    }
  }

  @Test(
    "the audio decides its length, whatever the chunk 'COMM' counts",
    arguments: [(UInt8(2), false), (1, true), (0, true), (3, true)])
  func audioDecidesItsLength(count: UInt8, isReported: Bool) throws {
    let file = HandMadeFile.aiff(
      "AIFF", ("COMM", common(frames: count, bits: 16)), ("SSND", sound([1, 2, 3, 4])))
    let description = try HandMadeFile.parse(file)
    #expect(description.validFrames == 2)
    #expect(description.irregularities.map(\.kind) == (isReported ? [.frameCount] : []))
  }

  @Test func aByteBehindTheLastFrameIsNoCutSound() throws {
    let file = HandMadeFile.aiff(
      "AIFF", ("COMM", common(frames: 2, bits: 16)), ("SSND", sound([1, 2, 3, 4, 5])))
    let description = try HandMadeFile.parse(file)
    #expect(description.validFrames == 2)
    #expect(description.irregularities.map(\.kind) == [.trailingBytes])
  }

  @Test func aCountOfPacketsThatTheAudioContradictsIsTold() throws {
    // libsndfile writes half the packets of a stereo sound.
    let packets = [UInt8](repeating: 0, count: 4 * 34)
    let file = HandMadeFile.aiff(
      "AIFC", ("COMM", common(frames: 2, bits: 16, "ima4\0\0")), ("SSND", sound(packets)))
    let description = try HandMadeFile.parse(file)
    #expect(description.packetCount == 4)
    #expect(description.validFrames == 256)
    #expect(
      description.irregularities == [
        Irregularity(
          .frameCount, at: 22, "the 'COMM' chunk says 2 packets, the audio holds 4")
      ])
  }

  @Test func anotherCodingIsNamedAndNotMeasured() throws {
    let file = HandMadeFile.aiff(
      "AIFC", ("COMM", common(frames: 9, bits: 8, "MAC3\0\0")), ("SSND", sound([1, 2])))
    let description = try HandMadeFile.parse(file)
    #expect(description.dataFormat.codingName == "'MAC3'")
    #expect(description.validFrames == nil)
    #expect(description.packetCount == nil)
  }

  @Test func anUnknownVersionIsTold() throws {
    let file = HandMadeFile.aiff(
      "AIFC", ("COMM", common(frames: 1, bits: 8, "NONE\0\0")), ("FVER", hex("A2805141")),
      ("SSND", sound([1])))
    let description = try HandMadeFile.parse(file)
    #expect(description.irregularities.map(\.kind) == [.metadata])
  }
}
