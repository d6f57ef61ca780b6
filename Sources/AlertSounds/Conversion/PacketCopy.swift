import AudioContainers
import AudioTypes

extension ConversionOutput {
  /// Copies the packets of `sound`, which have the wanted format, untouched.
  mutating func copyPackets(of sound: SoundFile) throws(SoundError) {
    guard case .container(let description) = sound.content else { return }
    var reader = PacketReader(sound.source, description)
    var packets: [UInt8] = []
    let packetSize = description.dataFormat.bytesPerPacket
    frameCount = description.validFrames ?? 0
    primingFrames = description.packetTable?.primingFrames ?? 0
    // Where a packet is a frame, what the header does not count is not copied.
    let isPerFrame = description.dataFormat.framesPerPacket == 1
    var left = (isPerFrame ? frameCount : description.packetCount ?? 0) * Int64(packetSize)
    while left > 0 {
      let count = min(Int64(Self.pieceSize / packetSize * packetSize), left)
      do {
        try reader.read(byteCount: Int(count), into: &packets)
      } catch { throw .file(error) }
      left -= count
      try write(packets)
    }
  }
}
