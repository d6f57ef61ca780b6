import AudioFormats
import AudioImport

extension SoundInformation {
  /// Bytes that are read at a time.
  private static let blockSize = 1 << 18

  /// Replaces the headers' amount of sound by the one found by reading: the packets of a container,
  /// the frames of a foreign format. If packets vary in size, only their table separates them, and
  /// its count stays.
  ///
  /// For correct files the numbers do not change; the call only proves that all of the sound can be
  /// read.
  /// - Throws: ``SoundError`` where the sound cannot be read to its end.
  public mutating func countByReading(_ sound: SoundFile) throws(SoundError) {
    switch sound.content {
    case .container(let description):
      let byteCount = try Self.readThrough(description, of: sound)
      let bytesPerPacket = Int64(description.dataFormat.bytesPerPacket)
      if bytesPerPacket > 0 { packets = byteCount / bytesPerPacket }
    case .imported:
      do {
        var frameCount: Int64 = 0
        var pcm = try sound.pcm()
        try pcm.forEachBlock { frameCount += Int64($0.frameCount) }
        setValidFrames(frameCount)
      } catch let error as SoundError { throw error } catch { throw .request("\(error)") }
    }
  }

  /// Reads all packets and gives the number of their bytes.
  private static func readThrough(
    _ description: ContainerDescription, of sound: SoundFile
  ) throws(SoundError) -> Int64 {
    var reader = PacketReader(sound.source, description)
    var bytes: [UInt8] = []
    var byteCount: Int64 = 0
    repeat {
      do {
        try reader.read(byteCount: blockSize, into: &bytes)
      } catch { throw .file(error) }
      byteCount += Int64(bytes.count)
    } while !bytes.isEmpty
    return byteCount
  }
}
