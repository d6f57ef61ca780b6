import AudioFormats
import Files
import Testing

/// CAF files that others write and the writer does not.
@Suite struct CAFVariationTests {
  /// 16-bit big-endian mono at 44,100 Hz.
  private let plain = hex("40E5888000000000 6C70636D 00000000 00000002 00000001 00000001 00000010")
  private let ima4 = hex("40E5888000000000 696D6134 00000000 00000022 00000040 00000001 00000000")
  private let data = hex("00000000 0102 0304 0506")

  @Test func dataMayReachToTheEndOfTheFile() throws {
    let sound = try HandMadeFile.parse(
      HandMadeFile.caf(("desc", plain), ("data", data), dataSize: .max))
    #expect(sound.validFrames == 3)
    #expect(sound.audioBytes == 68..<74)
    #expect(sound.chunks.last?.declaredSize == nil)
    #expect(sound.irregularities == [])
  }

  @Test func theSoundMayStandBeforeOtherChunks() throws {
    let sound = try HandMadeFile.parse(
      HandMadeFile.caf(
        ("desc", plain), ("data", data), ("ovvw", [1, 2, 3]), ("strg", hex("00000000"))))
    #expect(sound.validFrames == 3)
    #expect(sound.chunks.map(\.id) == ["desc", "data", "ovvw", "strg"])
    #expect(sound.irregularities == [])
  }

  @Test func theDescriptionStandsFirst() {
    #expect(
      throws: ContainerError.malformed(.caf, Malformed(at: 8, "the first chunk is not 'desc'"))
    ) {
      try HandMadeFile.parse(HandMadeFile.caf(("free", [0]), ("desc", plain), ("data", data)))
    }
  }

  @Test(
    "packet tables of a sound of two packets",
    arguments: [
      // packets, valid, priming, remainder → frames that are taken; whether the table is right
      ("0000000000000000 0000000000000064 00000000 0000001C", Int64(100), true),
      ("0000000000000002 0000000000000064 00000000 0000001C", 100, true),
      ("0000000000000000 0000000000000060 00000004 0000001C", 96, true),
      ("0000000000000000 0000000000000080 00000000 00000000", 128, true),
      ("0000000000000003 0000000000000064 00000000 0000001C", 100, false),
      ("0000000000000000 0000000000000064 00000000 0000001D", 100, false),
      ("0000000000000000 0000000000000081 00000000 00000000", 128, false),
      ("0000000000000000 7FFFFFFFFFFFFFFF 00000000 00000001", 128, false),
      ("0000000000000000 0000000000000000 7FFFFFFF 7FFFFFFF", 0, false),
    ])
  func aPacketTableIsComparedWithThePackets(
    table: String, validFrames: Int64, isRight: Bool
  ) throws {
    let packets = [UInt8](repeating: 0, count: 4 + 68)
    let file = HandMadeFile.caf(("desc", ima4), ("pakt", hex(table)), ("data", packets))
    let sound = try HandMadeFile.parse(file)
    #expect(sound.packetCount == 2)
    #expect(sound.validFrames == validFrames)
    #expect(sound.irregularities.allSatisfy { $0.kind == .contradiction })
    #expect(sound.irregularities.isEmpty == isRight)
  }

  @Test(
    "each field may have its top bit set",
    arguments: [
      "8000000000000000 0000000000000064 00000000 0000001C",
      "0000000000000000 8000000000000064 00000000 0000001C",
      "0000000000000000 0000000000000064 80000000 0000001C",
      "0000000000000000 0000000000000064 00000000 8000001C",
    ])
  func aNegativeCountIsMalformed(table: String) {
    let file = HandMadeFile.caf(("desc", ima4), ("pakt", hex(table)), ("data", data))
    #expect(
      throws: ContainerError.malformed(
        .caf, Malformed(at: 64, "the packet table has a negative count"))
    ) {
      try HandMadeFile.parse(file)
    }
  }

  @Test func aVariableCodingTakesItsCountsFromTheTable() throws {
    let fields = hex("40E5888000000000 616C6163 00000001 00000000 00001000 00000001 00000000")
    let table = hex("0000000000000002 0000000000001F40 00000000 000000C0 8100 8100")
    let sound = try HandMadeFile.parse(
      HandMadeFile.caf(("desc", fields), ("pakt", table), ("data", data)))
    #expect(sound.dataFormat.codingName == "'alac'")
    #expect(sound.packetCount == 2)
    #expect(sound.validFrames == 8_000)
    #expect(sound.irregularities == [])
  }

  @Test func aLayoutThatLiesAboutItsDescriptionsIsMalformed() {
    let file = HandMadeFile.caf(
      ("desc", plain), ("chan", hex("00000000 00000000 00000001")), ("data", data))
    #expect(
      throws: ContainerError.malformed(
        .caf, Malformed(at: 72, "the channel layout claims 1 descriptions"))
    ) {
      try HandMadeFile.parse(file)
    }
  }
}
