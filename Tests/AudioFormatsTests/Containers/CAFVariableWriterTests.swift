import AudioFormats
import Files
import Testing

@Suite("A CAF whose packets vary in size")
struct CAFVariableWriterTests {
  @Test(
    "The header and the packets do not overlap, however long the cookie is",
    arguments: [0, 39, 3_900, 3_968, 3_980, 4_096, 5_000, 70_000])
  func cookies(size: Int) throws {
    let coding = DataFormat.Coding.other(
      .fourCharCode("aac "), bytesPerPacket: 0, framesPerPacket: 1_024)
    let format = try DataFormat(coding, sampleRate: 44_100, channelCount: 1)
    let cookie = (0..<size).map { UInt8(truncatingIfNeeded: $0) }
    let packets = (1...20).map { [UInt8](repeating: UInt8($0), count: $0 * 13) }
    var writer = try CAFVariableWriter(format, cookie: cookie, to: MemorySink())
    for packet in packets { try writer.write(packet) }
    let file = try writer.finish(validFrames: 20_000, primingFrames: 480).content
    let description = try ContainerDescription(parsing: MemorySource(file))
    #expect(description.irregularities == [])
    let audio = Int(description.audioBytes.lowerBound)..<Int(description.audioBytes.upperBound)
    #expect(audio.lowerBound.isMultiple(of: 4_096))
    #expect(Array(file[audio]) == packets.flatMap { $0 })
    let kuki = try #require(description.chunks.first { $0.id == "kuki" })
    #expect(
      Array(file[Int(kuki.payload.lowerBound)..<Int(kuki.payload.upperBound)]) == cookie)
  }
}
