import AudioFormats
import Files
import TestSupport
import Testing

/// A written sound of the table container × coding × channels, to be cut and damaged.
struct WrittenSound: Sendable, CustomTestStringConvertible {
  let container: Container
  let coding: DataFormat.Coding
  let channelCount: Int

  static let all = Container.allCases.flatMap { container in
    container.writableCodings.flatMap { coding in
      [1, 2].map { WrittenSound(container: container, coding: coding, channelCount: $0) }
    }
  }

  func format() throws -> DataFormat {
    try DataFormat(coding, sampleRate: 44_100, channelCount: channelCount)
  }

  var testDescription: String {
    "\(container.name) \((try? format().codingName) ?? "\(coding)") \(channelCount) ch"
  }

  /// A file of one packet of IMA4, or of five frames, without the zeros before the audio. Its
  /// packets are zeros: any decoder takes them.
  func file() throws -> [UInt8] {
    let frameCount = coding == .ima4 ? 40 : 5
    let packetCount = coding == .ima4 ? 1 : frameCount
    var writer = try ContainerWriter(container, format(), to: MemorySink())
    try writer.write([UInt8](repeating: 0, count: packetCount * format().bytesPerPacket))
    var file = try writer.finish(validFrames: Int64(frameCount)).content
    let description = try ContainerDescription(parsing: MemorySource(file))
    let filler = try #require(description.chunks.first { $0.id == "free" || $0.id == "FLLR" })
    file.removeSubrange(Int(filler.position)..<Int(filler.payload.upperBound))
    if container != .caf {
      var size = ByteWriter()
      size.writeBE(container == .wave ? UInt32(file.count - 8).byteSwapped : UInt32(file.count - 8))
      file.replaceSubrange(4..<8, with: size.bytes)
    }
    return file
  }
}

/// Whatever the bytes are, parsing and decoding end in samples or in an error about the bytes.
@Suite struct DamagedSoundTests {
  /// What is wrong with the samples that `file` decodes to; nil where nothing is.
  private func complaint(about file: [UInt8]) -> String? {
    let source = MemorySource(file)
    guard let sound = try? ContainerDescription(parsing: source),
      var decoder = try? makeDecoder(for: sound.dataFormat)
    else { return nil }
    let format = sound.dataFormat
    var reader = PacketReader(source, sound)
    var packets: [UInt8] = []
    var pcm = PCMBuffer(channelCount: format.channelCount)
    var frameCount: Int64 = 0
    repeat {
      let position = reader.nextPosition
      guard (try? reader.read(byteCount: 16 * format.bytesPerPacket, into: &packets)) != nil else {
        return "reading memory failed"
      }
      let outcome = Result { () throws(CodecError) in try decoder.decode(packets, into: &pcm) }
      if case .failure(let error) = outcome {
        guard case .malformed(let malformed) = error else { return "\(error)" }
        return sound.audioBytes.contains(malformed.position + position)
          ? nil : "the error stands at byte \(malformed.position + position), outside the audio"
      }
      frameCount += Int64(pcm.frameCount)
    } while !packets.isEmpty
    return sound.validFrames.map { $0 <= frameCount } == true
      ? nil : "\(frameCount) frames were decoded, \(sound.validFrames ?? -1) are promised"
  }

  @Test(arguments: WrittenSound.all) func aSoundMayEndAtAnyByte(sound: WrittenSound) throws {
    let file = try sound.file()
    for length in 0...file.count {
      guard let complaint = complaint(about: Array(file[..<length])) else { continue }
      Issue.record("cut to \(length) bytes: \(complaint)")
    }
  }

  @Test(arguments: WrittenSound.all)
  func anyDamageEndsInSamplesOrAnError(sound: WrittenSound) throws {
    let file = try sound.file()
    var generator = SeededGenerator.printed(for: "damage to \(sound.testDescription)")
    for round in 0..<150 {
      var damaged = file
      for _ in 0...round % 4 {
        let place = Int.random(in: 0..<file.count, using: &generator)
        let bit = UInt8.random(in: 0..<8, using: &generator)
        damaged[place] =
          Bool.random(using: &generator)
          ? damaged[place] ^ 1 << bit : .random(in: 0...255, using: &generator)
      }
      guard let complaint = complaint(about: damaged) else { continue }
      Issue.record("round \(round): \(complaint)")
    }
  }
}
