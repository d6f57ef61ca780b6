import AudioFormats
import Files

/// What any bytes at all must end in: a description that the bytes bear out, or an error about
/// them. The claims are checked without `#expect`, which is slow for some 100,000 files.
enum DamagedFile {
  /// What is wrong with the outcome of parsing `bytes`; nil where nothing is.
  static func complaint(about bytes: [UInt8]) -> String? {
    let source = MemorySource(bytes)
    do {
      let sound = try ContainerDescription(parsing: source)
      return complaint(about: sound, byteCount: source.byteCount)
        ?? complaint(aboutPacketsOf: sound, source)
    } catch {
      return complaint(about: error, byteCount: source.byteCount)
    }
  }

  private static func complaint(
    about sound: ContainerDescription, byteCount: Int64
  ) -> String? {
    let format = sound.dataFormat
    guard sound.audioBytes.lowerBound >= 0, sound.audioBytes.upperBound <= byteCount else {
      return "the audio \(sound.audioBytes) is outside the \(byteCount) bytes of the file"
    }
    if format.bytesPerPacket > 0, let count = sound.packetCount,
      !(0...Int64(sound.audioBytes.count / format.bytesPerPacket)).contains(count)
    {
      return "\(count) packets do not fit into \(sound.audioBytes.count) bytes"
    }
    if format.framesPerPacket > 0, let frames = sound.validFrames, let count = sound.packetCount,
      !(0...count * Int64(format.framesPerPacket)).contains(frames)
    {
      return "\(frames) frames do not fit into \(count) packets"
    }
    for note in sound.irregularities where !(0...byteCount).contains(note.position) {
      return "'\(note.text)' stands at byte \(note.position), outside the file"
    }
    for chunk in sound.chunks
    where chunk.payload.lowerBound < 0 || chunk.payload.upperBound > byteCount {
      return "chunk \(chunk.id) has its bytes \(chunk.payload) outside the file"
    }
    return nil
  }

  /// Reads the packets to their end.
  private static func complaint(
    aboutPacketsOf sound: ContainerDescription, _ source: MemorySource
  ) -> String? {
    var reader = PacketReader(source, sound)
    var block: [UInt8] = []
    var byteCount = 0
    do {
      repeat {
        try reader.read(byteCount: 1_000, into: &block)
        byteCount += block.count
      } while !block.isEmpty
    } catch { return "reading memory failed: \(error)" }
    return byteCount == sound.audioBytes.count
      ? nil : "\(byteCount) of \(sound.audioBytes.count) bytes were read"
  }

  private static func complaint(about error: ContainerError, byteCount: Int64) -> String? {
    switch error {
    case .malformed(_, let malformed):
      if malformed.reason.isEmpty { return "an error without a reason" }
      return (0...byteCount).contains(malformed.position)
        ? nil : "'\(malformed.reason)' stands at byte \(malformed.position), outside the file"
    case .file, .limit: return "memory has neither file errors nor limits: \(error)"
    case .unsupported, .notAContainer: return nil
    }
  }
}
