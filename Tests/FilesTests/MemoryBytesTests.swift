import AudioFormats
import Files
import Testing

@Suite struct MemorySourceTests {
  private static let source = MemorySource([10, 11, 12, 13, 14])

  @Test(arguments: [
    (Int64(0), 5, [10, 11, 12, 13, 14] as [UInt8]),
    (0, 2, [10, 11]),
    (3, 2, [13, 14]),
    (3, 3, [13, 14]),
    (4, .max, [14]),
    (5, 1, []),
    (6, 1, []),
    (.max, .max, []),
    (0, 0, []),
    (2, -1, []),
    (2, .min, []),
  ])
  func aReadEndsWhereTheBytesEnd(offset: Int64, count: Int, expected: [UInt8]) {
    var bytes: [UInt8] = [1, 2, 3]
    Self.source.read(at: offset, count: count, into: &bytes)
    #expect(bytes == expected)
    #expect(Self.source.byteCount == 5)
  }

  @Test(arguments: [Int64(-1), .min]) func anOffsetBeforeTheStartIsTheStart(offset: Int64) {
    var bytes: [UInt8] = []
    Self.source.read(at: offset, count: 2, into: &bytes)
    #expect(bytes == [10, 11])
  }

  @Test func anEmptySourceHasNoBytes() throws {
    let source = MemorySource([])
    #expect(source.byteCount == 0)
    #expect(try source.bytes(at: 0, count: 4).isEmpty)
  }
}

@Suite struct MemorySinkTests {
  @Test func bytesGoWhereTheyAreToldTo() {
    var sink = MemorySink()
    sink.write([1, 2, 3], at: 0)
    sink.write([9], at: 1)
    sink.write([4, 5], at: 3)
    #expect(sink.content == [1, 9, 3, 4, 5])
  }

  @Test func aGapIsFilledWithZeros() {
    var sink = MemorySink()
    sink.write([7], at: 4)
    #expect(sink.content == [0, 0, 0, 0, 7])
    sink.write([1, 2], at: 0)
    #expect(sink.content == [1, 2, 0, 0, 7])
  }

  @Test func aWriteThatCrossesTheEndExtends() {
    var sink = MemorySink()
    sink.write([1, 2, 3], at: 0)
    sink.write([8, 9], at: 2)
    #expect(sink.content == [1, 2, 8, 9])
  }

  @Test func nothingWrittenAtAnOffsetStillReservesTheRoomBefore() {
    var sink = MemorySink()
    sink.write([], at: 3)
    #expect(sink.content == [0, 0, 0])
    sink.write([], at: 0)
    #expect(sink.content == [0, 0, 0])
  }
}
