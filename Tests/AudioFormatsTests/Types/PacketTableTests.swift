import AudioFormats
import Testing

@Suite struct PacketTableTests {
  @Test(
    "there is always a packet that is not full, as in every file of Core Audio",
    arguments: [
      (0, 1), (1, 1), (63, 1), (64, 2), (65, 2), (127, 2), (128, 3), (129, 3),
      (264_600, 4_135), (44_117, 690), (1 << 40, (1 << 34) + 1),
    ] as [(Int64, Int64)]) func theLastPacketIsNeverFull(frameCount: Int64, packetCount: Int64)
  {
    #expect(IMA4Layout.packetCount(forFrames: frameCount) == packetCount)
  }

  @Test(arguments: Array(0...130)) func validAndRemainingFramesFillThePackets(frameCount: Int64) {
    let packetCount = IMA4Layout.packetCount(forFrames: frameCount)
    let table = PacketTable.ima4(frameCount: frameCount, packetCount: packetCount)
    #expect(table.validFrames == frameCount)
    #expect(table.primingFrames == 0)
    #expect(table.validFrames + Int64(table.remainderFrames) == 64 * packetCount)
    #expect((1...64).contains(table.remainderFrames))
  }

  @Test func aMultipleOfSixtyFourLeavesAWholePacketOfPadding() {
    #expect(
      PacketTable.ima4(frameCount: 264_576, packetCount: 4_135)
        == PacketTable(validFrames: 264_576, primingFrames: 0, remainderFrames: 64))
  }
}
