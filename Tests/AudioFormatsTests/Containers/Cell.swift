import AudioFormats
import Files
import Synchronization
import TestSupport
import Testing

/// One cell of the table of what can be written: container, coding, channels.
struct Cell: Hashable, Sendable, CustomTestStringConvertible {
  let container: Container
  let coding: DataFormat.Coding
  let channelCount: Int
  var sampleRate = 44_100.0

  /// Every container with every coding that it can hold, mono and stereo.
  static let all = Container.allCases.flatMap { container in
    container.writableCodings.flatMap { coding in
      [1, 2].map { Cell(container: container, coding: coding, channelCount: $0) }
    }
  }

  /// One coding of each container, for what is costly and does not depend on the coding.
  static let onePerContainer = [
    Cell(container: .caf, coding: .ima4, channelCount: 2),
    Cell(container: .wave, coding: .uLaw, channelCount: 1),
    Cell(container: .aiff, coding: .linearPCM(.int8), channelCount: 1),
    Cell(container: .aifc, coding: .ima4, channelCount: 2),
  ]

  func format() throws -> DataFormat {
    try DataFormat(coding, sampleRate: sampleRate, channelCount: channelCount)
  }

  var testDescription: String {
    let channels = channelCount == 1 ? "mono" : channelCount == 2 ? "stereo" : "\(channelCount) ch"
    let name = (try? format().codingName) ?? "\(coding)"
    return "\(container.name) \(name) \(channels)"
  }

  /// Packets that hold `frameCount` frames.
  func packetCount(frames frameCount: Int) -> Int {
    coding == .ima4 ? frameCount / 64 + 1 : frameCount
  }

  /// Bytes for `frameCount` frames; a container does not look into them.
  func packets(frames frameCount: Int) throws -> [UInt8] {
    var generator = SeededGenerator(seed: UInt64(frameCount))
    let count = try packetCount(frames: frameCount) * format().bytesPerPacket
    return (0..<count).map { _ in .random(in: 1...255, using: &generator) }
  }

  private struct Key: Hashable {
    let cell: Cell
    let frameCount: Int
  }

  /// Files that were asked for before: an unoptimised writer takes milliseconds for each.
  private static let files = Mutex<[Key: [UInt8]]>([:])

  /// The file that the writer makes of `frameCount` frames.
  func file(frames frameCount: Int) throws -> [UInt8] {
    let key = Key(cell: self, frameCount: frameCount)
    if let file = Self.files.withLock({ $0[key] }) { return file }
    var writer = try ContainerWriter(container, format(), to: MemorySink())
    try writer.write(packets(frames: frameCount))
    let file = try writer.finish(validFrames: Int64(frameCount)).content
    Self.files.withLock { $0[key] = file }
    return file
  }

  /// The same without the zeros before the audio: small, and as valid.
  func smallFile(frames frameCount: Int) throws -> [UInt8] {
    var file = try file(frames: frameCount)
    let description = try ContainerDescription(parsing: MemorySource(file))
    let filler = try #require(description.chunks.first { $0.id == "free" || $0.id == "FLLR" })
    file.removeSubrange(Int(filler.position)..<Int(filler.payload.upperBound))
    guard container != .caf else { return file }
    var size = ByteWriter()
    if container == .wave {
      size.writeLE(UInt32(file.count - 8))
    } else {
      size.writeBE(UInt32(file.count - 8))
    }
    file.replaceSubrange(4..<8, with: size.bytes)
    return file
  }
}
