import Files
import Testing

@testable import AudioFormats

/// Where the outer form says that it ends, and the pad bytes between its chunks.
@Suite struct FormEndTests {
  private func walk(
    _ bytes: [UInt8], _ field: ChunkWalk.SizeField = .bigEndian32, pads: Bool = true,
    required: [FourCharCode] = ["COMM"], formEnd: Int64? = nil
  ) throws -> ChunkWalk {
    var walk = ChunkWalk(field, padsToEven: pads, required: required)
    try walk.run(MemorySource(bytes), from: 0, formEnd: formEnd)
    return walk
  }

  private func chunk(
    _ id: FourCharCode, _ content: [UInt8], littleEndian: Bool = false
  ) -> [UInt8] {
    var writer = ByteWriter()
    writer.write(id)
    if littleEndian {
      writer.writeLE(UInt32(content.count))
    } else {
      writer.writeBE(UInt32(content.count))
    }
    writer.write(content)
    return writer.bytes
  }

  private func bytes(_ count: Int) -> [UInt8] { [UInt8](repeating: 0xAB, count: count) }

  @Test func aFormThatEndsWithTheFileIsRegular() throws {
    let bytes = chunk("COMM", bytes(2)) + chunk("SSND", bytes(4))
    #expect(try walk(bytes, formEnd: Int64(bytes.count)).irregularities == [])
  }

  @Test(arguments: [Int64(1), 1_000, 0xFFFF_FFFF]) func aFormPastTheEndContradictsTheFile(
    excess: Int64
  ) throws {
    let bytes = chunk("COMM", bytes(2)) + chunk("SSND", bytes(4))
    let walk = try walk(bytes, formEnd: Int64(bytes.count) + excess)
    #expect(walk.chunks.count == 2)
    #expect(
      walk.irregularities == [
        Irregularity(
          .formSize, at: 4, "the form claims \(22 + excess) bytes, the file has 22")
      ])
  }

  @Test func whatFollowsTheFormTrails() throws {
    let bytes = chunk("COMM", bytes(2)) + chunk("SSND", bytes(4))
    let walk = try walk(bytes, formEnd: 10)
    #expect(walk.chunks.map(\.id) == ["COMM"])
    #expect(
      walk.irregularities == [
        Irregularity(.trailingBytes, at: 10, "12 bytes follow the last chunk")
      ])
  }

  @Test func aFormThatEndsInsideAChunkContradictsIt() throws {
    let bytes = chunk("COMM", bytes(2)) + chunk("SSND", bytes(4))
    let walk = try walk(bytes, formEnd: 20)
    #expect(walk.chunks.map(\.payload) == [8..<10, 18..<22])
    #expect(
      walk.irregularities == [
        Irregularity(
          .formSize, at: 4, "the form claims to end at byte 20, inside chunk 'SSND'")
      ])
  }

  @Test func aFormThatEndsTooEarlyDoesNotHideTheRequiredChunks() throws {
    let bytes = chunk("NAME", bytes(2)) + chunk("COMM", bytes(2))
    let walk = try walk(bytes, formEnd: 0)
    #expect(walk.chunks.map(\.id) == ["NAME", "COMM"])
    #expect(walk.irregularities.map(\.kind) == [.formSize, .formSize])
  }

  @Test func aPadByteBelongsToNoChunk() throws {
    let walk = try walk(chunk("NAME", bytes(3)) + [0] + chunk("COMM", bytes(2)))
    #expect(walk.chunks.map(\.payload) == [8..<11, 20..<22])
    #expect(walk.irregularities == [])
  }

  @Test func aMissingPadByteInTheMiddleIsToldAndSkipsNothing() throws {
    let walk = try walk(chunk("NAME", bytes(3)) + chunk("COMM", bytes(2)) + chunk("SSND", bytes(4)))
    #expect(walk.chunks.map(\.id) == ["NAME", "COMM", "SSND"])
    #expect(walk.chunks.map(\.position) == [0, 11, 21])
    #expect(
      walk.irregularities == [
        Irregularity(
          .misalignedChunk, at: 11, "chunk 'NAME' has an odd size and no pad byte before the next")
      ])
  }

  @Test(arguments: [0x02, 0x1F, 0x7F, 0x80, 0x11A])
  func aMissingPadByteIsFoundBeforeALittleEndianSize(size: Int) throws {
    let bytes =
      chunk("NAME", bytes(3), littleEndian: true) + chunk("LIST", bytes(size), littleEndian: true)
      + (size.isMultiple(of: 2) ? [] : [0]) + chunk("COMM", bytes(2), littleEndian: true)
    let walk = try walk(bytes, .littleEndian32)
    #expect(walk.chunks.map(\.id) == ["NAME", "LIST", "COMM"])
    #expect(walk.irregularities.map(\.kind) == [.misalignedChunk])
  }

  @Test func aMissingPadByteAtTheEndIsTold() throws {
    let walk = try walk(chunk("COMM", bytes(3)))
    #expect(
      walk.irregularities == [
        Irregularity(.missingPadding, at: 11, "chunk 'COMM' has an odd size and no pad byte")
      ])
  }

  @Test func aPadByteAtTheEndMayStandOutsideTheForm() throws {
    for formEnd in [Int64(11), 12] {
      let walk = try walk(chunk("COMM", bytes(3)) + [0], formEnd: formEnd)
      #expect(walk.chunks.map(\.payload) == [8..<11])
      #expect(walk.irregularities == [], "form end \(formEnd)")
    }
  }

  @Test func aCAFHasNoPadBytes() throws {
    var writer = ByteWriter()
    for (id, size) in [("info", 3), ("data", 5)] as [(FourCharCode, Int)] {
      writer.write(id)
      writer.writeBE(UInt64(size))
      writer.write(bytes(size))
    }
    let walk = try walk(writer.bytes, .bigEndian64, pads: false, required: ["data"])
    #expect(walk.chunks.map(\.payload) == [12..<15, 27..<32])
    #expect(walk.irregularities == [])
  }
}
