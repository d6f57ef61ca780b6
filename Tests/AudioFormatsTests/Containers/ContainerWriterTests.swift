import AudioFormats
import Files
import Testing

/// A sink that only counts.
private struct CountingSink: ByteSink {
  private(set) var header: [UInt8] = []
  private(set) var byteCount: Int64 = 0

  mutating func write(_ bytes: [UInt8], at offset: Int64) {
    if offset == 0 { header = bytes }
    byteCount = max(byteCount, offset + Int64(bytes.count))
  }
}

@Suite struct ContainerWriterTests {
  /// All codings that a format can have.
  private static let codings: [DataFormat.Coding] =
    LinearPCM.all.map { .linearPCM($0) } + [
      .uLaw, .aLaw, .ima4, .msIMA(bytesPerPacket: 36, framesPerPacket: 65),
      .other(.fourCharCode("alac"), bytesPerPacket: 0, framesPerPacket: 4_096),
    ]

  @Test(
    "codings by container: 14, 8, none, 4 and 11",
    arguments: [
      (Container.caf, 14), (.wave, 8), (.rf64, 0), (.aiff, 4), (.aifc, 11),
    ])
  func aContainerTakesItsOwnCodingsOnly(container: Container, count: Int) throws {
    #expect(container.writableCodings.count == count)
    for coding in Self.codings {
      let format = try DataFormat(coding, sampleRate: 44_100, channelCount: 1)
      let isWritable = container.writableCodings.contains(coding)
      #expect(
        ((try? ContainerWriter(container, format, to: MemorySink())) != nil) == isWritable,
        "\(container.name) \(format.codingName)")
      guard !isWritable else { continue }
      #expect(
        throws: ContainerError.unsupported("\(container.name) cannot hold \(format.codingName)")
      ) {
        try ContainerWriter(container, format, to: MemorySink())
      }
    }
  }

  @Test(arguments: [Container.caf, .aiff, .aifc], [22_254.545_454_545_456, 11_025.5, 1, 768_000])
  func anyRateIsKept(container: Container, rate: Double) throws {
    let cell = Cell(
      container: container, coding: .linearPCM(.int16(.bigEndian)), channelCount: 1,
      sampleRate: rate)
    let sound = try ContainerDescription(parsing: MemorySource(cell.file(frames: 3)))
    #expect(sound.dataFormat.sampleRate == rate)
  }

  @Test(arguments: [1.0, 8_000, 11_025, 22_255, 768_000]) func waveKeepsWholeRates(rate: Double)
    throws
  {
    let cell = Cell(container: .wave, coding: .uLaw, channelCount: 1, sampleRate: rate)
    let sound = try ContainerDescription(parsing: MemorySource(cell.file(frames: 3)))
    #expect(sound.dataFormat.sampleRate == rate)
  }

  @Test(arguments: [22_254.545_454_545_456, 44_100.5, 1.25])
  func waveRefusesRatesThatItsFieldCannotHold(rate: Double) throws {
    let format = try DataFormat(.uLaw, sampleRate: rate, channelCount: 1)
    #expect(
      throws: ContainerError.unsupported("WAVE holds whole sample rates only, not \(rate) Hz")
    ) {
      try ContainerWriter(.wave, format, to: MemorySink())
    }
  }

  @Test(arguments: Cell.all.filter { $0.coding != .ima4 && $0.channelCount == 1 }, [3, 6, 64])
  func manyChannelsAreReadBack(cell: Cell, channelCount: Int) throws {
    let wide = Cell(
      container: cell.container, coding: cell.coding, channelCount: channelCount)
    let sound = try ContainerDescription(parsing: MemorySource(wide.file(frames: 5)))
    #expect(try sound.dataFormat == wide.format())
    #expect(sound.validFrames == 5)
    #expect(sound.channelLayout == nil)
    #expect(sound.irregularities == [])
  }

  @Test(arguments: [Container.wave, .aiff, .aifc])
  func fourGibibytesAreRefusedBeforeTheyAreWritten(container: Container) throws {
    let coding: DataFormat.Coding = .linearPCM(container == .wave ? .uint8 : .int8)
    let format = try DataFormat(coding, sampleRate: 44_100, channelCount: 1)
    let block = [UInt8](repeating: 0, count: 1 << 24)
    var writer = try ContainerWriter(container, format, to: CountingSink())
    for _ in 0..<255 { try writer.write(block) }
    let error = #expect(throws: ContainerError.self) { try writer.write(block) }
    guard case .limit(let text) = try #require(error) else {
      Issue.record("\(String(describing: error)) is not a limit")
      return
    }
    #expect(text.contains("4 GiB"))
  }

  @Test(
    "the form's size is the tightest field", arguments: [Container.wave, .aiff, .aifc], [0, 2])
  func theLargestFileHasRightSizesAndOneFrameMoreIsRefused(container: Container, excess: Int) throws
  {
    let coding: DataFormat.Coding = .linearPCM(
      container == .wave ? .int16(.littleEndian) : .int16(.bigEndian))
    let format = try DataFormat(coding, sampleRate: 44_100, channelCount: 1)
    var writer = try ContainerWriter(container, format, to: CountingSink())
    let block = [UInt8](repeating: 0, count: 1 << 24)
    for _ in 0..<255 { try writer.write(block) }
    try writer.write(Array(block.dropLast(4_096 - 6 - excess)))
    let frames = ((Int64(1) << 32) - 4_096 + 6 + Int64(excess)) / 2
    guard excess == 0 else {
      #expect(throws: ContainerError.self) { try writer.finish(validFrames: frames) }
      return
    }
    let sink = try writer.finish(validFrames: frames)
    let size = sink.header[4..<8]
    #expect(
      Array(container == .wave ? Array(size.reversed()) : Array(size)) == [0xFF, 0xFF, 0xFF, 0xFE])
    #expect(sink.byteCount == Int64(1) << 32 + 6)
  }

  @Test func aCAFMayBeLarger() throws {
    let format = try DataFormat(.linearPCM(.int8), sampleRate: 44_100, channelCount: 1)
    let block = [UInt8](repeating: 0, count: 1 << 24)
    var writer = try ContainerWriter(.caf, format, to: CountingSink())
    for _ in 0..<260 { try writer.write(block) }
    let sink = try writer.finish(validFrames: 65 << 26)
    #expect(sink.byteCount == 65 << 26 + 4_096)
    #expect(Array(sink.header.suffix(12)) == [0, 0, 0, 1, 4, 0, 0, 4, 0, 0, 0, 1])
  }
}
