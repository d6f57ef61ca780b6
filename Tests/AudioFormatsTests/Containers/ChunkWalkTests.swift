import Files
import Testing

@testable import AudioFormats

@Suite struct ChunkWalkTests {
  /// The walk of a big-endian form without its outer header.
  private func walk(
    _ bytes: [UInt8], _ field: ChunkWalk.SizeField = .bigEndian32, pads: Bool = true,
    required: [FourCharCode] = ["COMM"], formEnd: Int64? = nil
  ) throws -> ChunkWalk {
    var walk = ChunkWalk(field, padsToEven: pads, required: required)
    try walk.run(MemorySource(bytes), from: 0, formEnd: formEnd)
    return walk
  }

  /// What `body` says is malformed.
  private func malformation(_ body: () throws -> Void) throws -> Malformed {
    do { try body() } catch ParseError.malformed(let malformed) { return malformed }
    return try #require(nil as Malformed?, "nothing malformed was told")
  }

  private func chunk(_ id: FourCharCode, _ content: [UInt8] = [], size: UInt32? = nil) -> [UInt8] {
    var writer = ByteWriter()
    writer.write(id)
    writer.writeBE(size ?? UInt32(content.count))
    writer.write(content)
    return writer.bytes
  }

  @Test func chunksAreFoundWithTheirBytes() throws {
    let walk = try walk(chunk("COMM", [1, 2, 3, 4]) + chunk("SSND") + chunk("NAME", [5, 6]))
    #expect(
      walk.chunks == [
        Chunk(id: "COMM", position: 0, declaredSize: 4, payload: 8..<12),
        Chunk(id: "SSND", position: 12, declaredSize: 0, payload: 20..<20),
        Chunk(id: "NAME", position: 20, declaredSize: 2, payload: 28..<30),
      ])
    #expect(walk.irregularities == [])
  }

  @Test func nothingIsAnEmptyList() throws {
    #expect(try walk([]).chunks == [])
    #expect(try walk([]).irregularities == [])
  }

  @Test func aThousandChunksAreWalked() throws {
    let bytes = Array(repeatElement(chunk("JUNK"), count: 1_000).joined())
    #expect(try walk(bytes).chunks.count == 1_000)
  }

  @Test func oneMoreIsMalformed() throws {
    let bytes = Array(repeatElement(chunk("JUNK"), count: 1_001).joined())
    #expect(
      try malformation { _ = try walk(bytes) } == Malformed(at: 8_000, "more than 1000 chunks"))
  }

  @Test(
    "sizes past the end of the file",
    arguments: [
      UInt32(5), 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFE, 0xFFFF_FFFF,
    ])
  func aSizePastTheEndIsCutThere(size: UInt32) throws {
    for field in [ChunkWalk.SizeField.bigEndian32, .littleEndian32] {
      let value = field == .bigEndian32 ? size : size.byteSwapped
      let walk = try walk(chunk("COMM", [1, 2, 3, 4], size: value), field)
      #expect(
        walk.chunks == [
          Chunk(id: "COMM", position: 0, declaredSize: UInt64(size), payload: 8..<12)
        ])
      #expect(walk.irregularities.map(\.kind) == [.truncatedChunk])
      #expect(walk.irregularities.map(\.position) == [0])
    }
  }

  @Test(arguments: [UInt64(1), 1 << 31, 1 << 32, 1 << 63, .max]) func aSizeOf64BitsIsCutToo(
    size: UInt64
  ) throws {
    var writer = ByteWriter()
    writer.write("data" as FourCharCode)
    writer.writeBE(size)
    let walk = try walk(writer.bytes, .bigEndian64, pads: false, required: ["data"])
    #expect(
      walk.chunks == [Chunk(id: "data", position: 0, declaredSize: size, payload: 12..<12)])
    #expect(walk.irregularities.map(\.kind) == [.truncatedChunk])
  }

  @Test func anOpenEndReachesToTheEndOfTheFile() throws {
    var walk = ChunkWalk(.bigEndian64, padsToEven: false, required: ["data"])
    walk.resolveSize = { id, field, _ in id == "data" && field == .max ? nil : field }
    let bytes = Array("data".utf8) + [UInt8](repeating: 0xFF, count: 8) + [1, 2, 3, 4, 5]
    try walk.run(MemorySource(bytes), from: 0, formEnd: nil)
    #expect(walk.chunks == [Chunk(id: "data", position: 0, declaredSize: nil, payload: 12..<17)])
    #expect(walk.irregularities == [])
  }

  @Test func aSecondMandatoryChunkIsMalformed() throws {
    let walk = try walk(chunk("COMM", [1, 2]) + chunk("COMM", [1, 2]) + chunk("SSND"))
    #expect(
      try malformation { _ = try walk.mandatory("COMM", endOfFile: 28) }
        == Malformed(at: 10, "a second 'COMM' chunk"))
    #expect(try walk.mandatory("SSND", endOfFile: 28).position == 20)
  }

  @Test func aMissingMandatoryChunkIsMalformedAtTheEnd() throws {
    let walk = try walk(chunk("COMM", [1, 2]))
    #expect(
      try malformation { _ = try walk.mandatory("SSND", endOfFile: 10) }
        == Malformed(at: 10, "the 'SSND' chunk is missing"))
    #expect(try walk.optional("SSND") == nil)
  }

  @Test(arguments: 1...7) func bytesTooFewForAHeaderTrail(count: Int) throws {
    let walk = try walk(chunk("COMM", [1, 2]) + [UInt8](repeating: 0x41, count: count))
    #expect(walk.chunks.map(\.id) == ["COMM"])
    #expect(walk.irregularities.map(\.kind) == [.trailingBytes])
    #expect(walk.irregularities.map(\.position) == [10])
  }

  @Test("an ID of control bytes ends the chunks only once the required ones are known")
  func garbageBehindTheRequiredChunksTrails() throws {
    let garbage = chunk("\0\u{1}\u{2}\u{3}", [9, 9])
    let after = try walk(chunk("COMM", [1, 2]) + garbage)
    #expect(after.chunks.map(\.id) == ["COMM"])
    #expect(after.irregularities.map(\.kind) == [.trailingBytes])
    let before = try walk(garbage + chunk("COMM", [1, 2]))
    #expect(before.chunks.map(\.id) == ["\0\u{1}\u{2}\u{3}", "COMM"])
    #expect(before.irregularities == [])
  }
}
