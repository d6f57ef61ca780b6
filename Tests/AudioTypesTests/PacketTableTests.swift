import AudioTypes
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

  @Test(arguments: [
    (ChannelLayout.mono, UInt32(0x0064_0001), "Mono"),
    (.stereo, 0x0065_0002, "Stereo"),
    (ChannelLayout(tag: 0x0079_0006), 0x0079_0006, "MPEG_5_1_A"),
    (ChannelLayout(tag: 0x0FFF_0006), 0x0FFF_0006, "layout tag 0x0fff0006"),
  ])
  func aChannelLayoutHasCoreAudiosTag(layout: ChannelLayout, tag: UInt32, name: String) {
    #expect(layout.tag == tag)
    #expect(layout.name == name)
  }
}
