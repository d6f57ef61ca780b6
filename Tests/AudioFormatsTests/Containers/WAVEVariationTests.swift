import AudioFormats
import Files
import Testing

/// WAVE files that others write and the writer does not.
@Suite struct WAVEVariationTests {
  /// 16-bit mono at 44,100 Hz.
  private let plain = hex("0100 0100 44AC0000 88580100 0200 1000")
  private let audio: [UInt8] = [1, 2, 3, 4, 5, 6]

  @Test(
    "the widths of WAVE",
    arguments: [
      ("0100 0100 44AC0000 44AC0000 0100 0800", LinearPCM.uint8),
      ("0100 0100 44AC0000 44AC0000 0100 0700", .uint8),
      ("0100 0100 44AC0000 88580100 0200 0C00", .int16(.littleEndian)),
      ("0100 0100 44AC0000 00000000 0200 1000", .int16(.littleEndian)),
      ("0100 0100 44AC0000 CC040200 0300 1800", .int24(.littleEndian)),
      ("0100 0100 44AC0000 CC040200 0300 1400", .int24(.littleEndian)),
      ("0100 0100 44AC0000 10B10200 0400 2000 0000", .int32(.littleEndian)),
      ("0300 0100 44AC0000 10B10200 0400 2000", .float32(.littleEndian)),
      ("0300 0100 44AC0000 20620500 0800 4000 0000", .float64(.littleEndian)),
      (
        "FEFF 0100 44AC0000 CC040200 0300 1800 1600 1400 00000000 0100 00000000 1000 8000 "
          + "00AA00389B71",
        .int24(.littleEndian)
      ),
      (
        "FEFF 0100 44AC0000 10B10200 0400 2000 1600 2000 00000000 0300 00000000 1000 8000 "
          + "00AA00389B71",
        .float32(.littleEndian)
      ),
    ] as [(String, LinearPCM)])
  func aFormatIsReadFromItsFields(fields: String, format: LinearPCM) throws {
    let sound = try HandMadeFile.parse(HandMadeFile.wave(("fmt ", hex(fields)), ("data", [])))
    #expect(sound.dataFormat.coding == .linearPCM(format))
    #expect(sound.dataFormat.sampleRate == 44_100)
    #expect(sound.irregularities == [])
  }

  @Test func anRF64HasItsSizesElsewhere() throws {
    let sizes = hex("4E00000000000000 0600000000000000 0300000000000000 00000000")
    let file = HandMadeFile.rf64(("ds64", sizes), ("fmt ", plain), ("data", audio))
    let sound = try HandMadeFile.parse(file)
    #expect(file.count == 0x4E + 8)
    #expect(sound.container == .rf64)
    #expect(sound.validFrames == 3)
    #expect(sound.audioBytes == 80..<86)
    #expect(sound.irregularities == [])
  }

  @Test func anRF64WithoutSizesIsMalformed() {
    #expect(
      throws: ContainerError.malformed(
        .rf64, Malformed(at: 12, "an RF64 file starts with its 'ds64' chunk"))
    ) {
      try HandMadeFile.parse(HandMadeFile.rf64(("fmt ", plain), ("data", audio)))
    }
  }

  @Test func msIMAHasBlocks() throws {
    // 36 bytes a block, mono: 4 of header, 64 codes, 65 frames.
    let fields = hex("1100 0100 44AC0000 00000000 2400 0400 0200 4100")
    let block = [UInt8](repeating: 0, count: 72)
    let file = HandMadeFile.wave(("fmt ", fields), ("fact", hex("64000000")), ("data", block))
    let sound = try HandMadeFile.parse(file)
    #expect(sound.dataFormat.coding == .msIMA(bytesPerPacket: 36, framesPerPacket: 65))
    #expect(sound.packetCount == 2)
    #expect(sound.validFrames == 100)
    #expect(sound.irregularities == [])
  }

  @Test func dataBeforeTheFormatIsReadAndTold() throws {
    let sound = try HandMadeFile.parse(HandMadeFile.wave(("data", audio), ("fmt ", plain)))
    #expect(sound.validFrames == 3)
    #expect(sound.irregularities.map(\.kind) == [.chunkOrder])
  }

  @Test func unknownChunksAreSkipped() throws {
    let file = HandMadeFile.wave(
      ("JUNK", [1, 2, 3]), ("fmt ", plain), ("bext", [9]), ("data", audio), ("LIST", [1, 2, 3, 4]))
    let sound = try HandMadeFile.parse(file)
    #expect(sound.chunks.map(\.id) == ["JUNK", "fmt ", "bext", "data", "LIST"])
    #expect(sound.validFrames == 3)
    #expect(sound.irregularities == [])
  }

  @Test func anUnknownTagIsNamed() throws {
    let fields = hex("5500 0200 44AC0000 803E0000 0100 0000 0C00 0100 02000000 8001 0100 7105")
    let sound = try HandMadeFile.parse(HandMadeFile.wave(("fmt ", fields), ("data", audio)))
    #expect(sound.dataFormat.codingName == "MP3 WAVE tag 0x0055")
    #expect(sound.validFrames == nil)
  }

  @Test(
    "the audio counts, not a field that contradicts it",
    arguments: [(UInt8(3), false), (2, true), (0, true), (4, true), (255, true)])
  func factIsComparedWithTheAudio(fact: UInt8, isTold: Bool) throws {
    let file = HandMadeFile.wave(("fmt ", plain), ("fact", [fact, 0, 0, 0]), ("data", audio))
    let sound = try HandMadeFile.parse(file)
    #expect(sound.validFrames == 3)
    #expect(sound.irregularities.map(\.kind) == (isTold ? [.frameCount] : []))
  }
}
