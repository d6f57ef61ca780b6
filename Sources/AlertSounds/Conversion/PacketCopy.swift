import AudioContainers
import AudioTypes

extension ConversionOutput {
  /// Copies the packets of `sound`, which have the wanted format, untouched.
  mutating func copyPackets(of sound: SoundFile) throws(SoundError) {
    guard case .container(let description) = sound.content else { return }
    var reader = PacketReader(sound.source, description)
    var packets: [UInt8] = []
    let packetSize = description.dataFormat.bytesPerPacket
    let packetCount = description.packetCount ?? 0
    // A packet table may claim more priming and sound than the packets hold.
    let held = packetCount * Int64(description.dataFormat.framesPerPacket)
    let priming = min(Int64(description.packetTable?.primingFrames ?? 0), held)
    frameCount = min(description.validFrames ?? 0, held - priming)
    // Where a packet is a frame, what is not sound is not copied.
    let isPerFrame = description.dataFormat.framesPerPacket == 1
    primingFrames = isPerFrame ? 0 : Int32(clamping: priming)
    if isPerFrame { reader.skip(byteCount: priming * Int64(packetSize)) }
    var left = (isPerFrame ? frameCount : packetCount) * Int64(packetSize)
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
