import AudioFormats
import Files
import Testing

@Suite struct PacketReaderTests {
  @Test(arguments: Cell.all, [1, 34, 1_000, 100_000])
  func theReaderYieldsThePacketsInOrder(cell: Cell, blockSize: Int) throws {
    let source = MemorySource(try cell.file(frames: 128))
    let expected = try cell.packets(frames: 128)
    // One byte a block takes as many steps as there are bytes: the start tells enough.
    let limit = min(expected.count, blockSize * 100)
    var reader = PacketReader(source, try ContainerDescription(parsing: source))
    var bytes: [UInt8] = []
    var block: [UInt8] = []
    while bytes.count < limit {
      #expect(reader.nextPosition == Int64(4_096 + bytes.count))
      try reader.read(byteCount: blockSize, into: &block)
      try #require(!block.isEmpty)
      bytes += block
    }
    #expect(bytes.elementsEqual(expected.prefix(bytes.count)))
  }

  @Test(arguments: Cell.all) func nothingBehindTheAudioIsRead(cell: Cell) throws {
    let source = MemorySource(try cell.file(frames: 63) + [1, 2, 3, 4, 5, 6, 7, 8])
    let sound = try ContainerDescription(parsing: source)
    var reader = PacketReader(source, sound)
    var block: [UInt8] = []
    try reader.read(byteCount: .max, into: &block)
    #expect(try block == cell.packets(frames: 63))
    try reader.read(byteCount: .max, into: &block)
    #expect(block == [])
    #expect(reader.nextPosition == sound.audioBytes.upperBound)
  }
}
