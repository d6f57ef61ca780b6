import AudioFormats
import Files
import Testing

/// Files whose reading was once wrong.
@Suite struct ContainerDefectTests {
  private let format = hex("0100 0100 44AC0000 44AC0000 0100 0800")

  /// A WAVE of 8-bit audio after an odd chunk without its pad byte.
  private func unpadded(audioBytes count: Int) -> [UInt8] {
    let audio = [UInt8](repeating: 0x80, count: count)
    var file = HandMadeFile.wave(("fmt ", format), ("LIST", [1, 2, 3]), ("data", audio))
    // 12 bytes of form, 24 of 'fmt ', 8 + 3 of 'LIST'.
    file.remove(at: 47)
    return file
  }

  @Test(
    "sizes whose first byte is a printable character among them",
    arguments: [2, 0x1F, 0x20, 0x41, 0x64, 0x7E, 0x7F, 0x80, 0x120, 0x7D20])
  func aMissingPadByteIsFoundWhateverTheNextSizeIs(count: Int) throws {
    let sound = try HandMadeFile.parse(unpadded(audioBytes: count))
    #expect(sound.chunks.map(\.id) == ["fmt ", "LIST", "data"])
    #expect(sound.validFrames == Int64(count))
    #expect(sound.irregularities.map(\.kind).contains(.misalignedChunk))
  }

  @Test(arguments: ["RF64", "BW64"]) func a64BitFormOfAnotherTypeIsNoWAVE(magic: String) {
    let head = Array(magic.utf8) + [0xFF, 0xFF, 0xFF, 0xFF] + Array("AVI ds64".utf8)
    #expect(ContentProbe(head) != .container(.rf64))
  }

  @Test func anUnknownVersionOfAIFFCIsToldWhereItStands() throws {
    let common = hex("0001 00000001 0008 400EAC44000000000000 4E4F4E45 0000")
    let file = HandMadeFile.aiff(
      "AIFC", ("COMM", common), ("FVER", hex("A2805141")), ("SSND", hex("00000000 00000000 01")))
    let sound = try HandMadeFile.parse(file)
    let chunk = try #require(sound.chunks.first { $0.id == "FVER" })
    #expect(sound.irregularities.map(\.kind) == [.metadata])
    #expect(sound.irregularities.map(\.position) == [chunk.payload.lowerBound])
  }
}
