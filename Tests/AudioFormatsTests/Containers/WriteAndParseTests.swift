import AudioFormats
import Files
import Testing

@Suite struct WriteAndParseTests {
  private static let frameCounts = [0, 1, 63, 64, 65, 100, 128]

  @Test(arguments: Cell.all, frameCounts)
  func whatWasWrittenIsReadBack(cell: Cell, frameCount: Int) throws {
    let file = try cell.file(frames: frameCount)
    let packets = try cell.packets(frames: frameCount)
    let sound = try ContainerDescription(parsing: MemorySource(file))
    #expect(sound.container == cell.container)
    #expect(try sound.dataFormat == cell.format())
    #expect(sound.irregularities == [])
    #expect(sound.audioBytes == 4_096..<Int64(4_096 + packets.count))
    #expect(Array(file[4_096..<4_096 + packets.count]) == packets)
    #expect(sound.packetCount == Int64(cell.packetCount(frames: frameCount)))
    // AIFF-C has no field for the frames of an IMA4 sound: its padding becomes sound.
    let validFrames =
      cell.container == .aifc && cell.coding == .ima4
      ? 64 * cell.packetCount(frames: frameCount) : frameCount
    #expect(sound.validFrames == Int64(validFrames))
    #expect(sound.duration == Double(validFrames) / 44_100)
  }

  @Test(arguments: Cell.all, frameCounts)
  func anOddSizeIsPaddedWithAZeroWhereTheContainerWantsIt(cell: Cell, frameCount: Int) throws {
    let file = try cell.file(frames: frameCount)
    let end = try 4_096 + cell.packets(frames: frameCount).count
    let pad = cell.container == .caf ? 0 : end % 2
    #expect(file.count == end + pad)
    #expect(file[end...].allSatisfy { $0 == 0 })
  }

  @Test(arguments: Cell.all.filter { $0.coding == .ima4 }, frameCounts)
  func thePacketTableOfIMA4TellsThePadding(cell: Cell, frameCount: Int) throws {
    let sound = try ContainerDescription(parsing: MemorySource(cell.file(frames: frameCount)))
    let packetCount = frameCount / 64 + 1
    #expect(sound.packetCount == Int64(packetCount))
    let expected = PacketTable(
      validFrames: Int64(frameCount), primingFrames: 0,
      remainderFrames: Int32(64 * packetCount - frameCount))
    #expect(sound.packetTable == (cell.container == .caf ? expected : nil))
  }

  @Test(arguments: Cell.all.filter { $0.coding != .ima4 })
  func otherCodingsHaveNoPacketTable(cell: Cell) throws {
    let sound = try ContainerDescription(parsing: MemorySource(cell.file(frames: 65)))
    #expect(sound.packetTable == nil)
  }

  @Test(arguments: Cell.all)
  func onlyStereoHasALayoutAndOnlyWhereAppleWritesOne(cell: Cell) throws {
    let sound = try ContainerDescription(parsing: MemorySource(cell.file(frames: 65)))
    let hasLayout = cell.channelCount == 2 && (cell.container == .caf || cell.container == .aifc)
    #expect(sound.channelLayout == (hasLayout ? .stereo : nil))
  }

  @Test(arguments: Cell.all) func theChunksStandInApplesOrder(cell: Cell) throws {
    let sound = try ContainerDescription(parsing: MemorySource(cell.file(frames: 65)))
    let stereo = cell.channelCount == 2
    let isPCM =
      if case .linearPCM(let pcm) = cell.coding { pcm.sampleType != .float } else { false }
    let expected: [FourCharCode] =
      switch cell.container {
      case .caf:
        ["desc"] + (stereo ? ["chan"] : []) + (cell.coding == .ima4 ? ["pakt"] : [])
          + ["free", "data"]
      case .wave, .rf64: ["fmt "] + (isPCM ? [] : ["fact"]) + ["FLLR", "data"]
      case .aiff: ["COMM", "FLLR", "SSND"]
      case .aifc: ["FVER", "COMM"] + (stereo ? ["CHAN"] : []) + ["FLLR", "SSND"]
      }
    #expect(sound.chunks.map(\.id) == expected)
  }

  @Test(arguments: Cell.all) func piecesMakeTheSameFileAsTheWhole(cell: Cell) throws {
    let format = try cell.format()
    let packets = try cell.packets(frames: 100)
    var writer = try ContainerWriter(cell.container, format, to: MemorySink())
    for start in stride(from: 0, to: packets.count, by: format.bytesPerPacket * 7) {
      let end = min(packets.count, start + format.bytesPerPacket * 7)
      try writer.write(Array(packets[start..<end]))
      try writer.write([])
    }
    #expect(try writer.finish(validFrames: 100).content == cell.file(frames: 100))
  }

  @Test("also without the zeros before the audio", arguments: Cell.all)
  func aSmallFileIsValid(cell: Cell) throws {
    let file = try cell.smallFile(frames: 65)
    let sound = try ContainerDescription(parsing: MemorySource(file))
    #expect(file.count < 1_300)
    #expect(sound.irregularities == [])
    #expect(try sound.audioBytes.count == cell.packets(frames: 65).count)
  }
}
