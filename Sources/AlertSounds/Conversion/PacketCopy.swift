import AudioFormats
import Files

extension ContainerSound {
  /// Copies the packets of this sound, which have the format that `writer` wants, untouched, and
  /// completes the container.
  /// - Returns: frames of sound.
  func copyPackets(to writer: consuming ContainerWriter<OutputFile>) throws -> Int64 {
    var reader = PacketReader(source, description)
    var packets: [UInt8] = []
    let packetSize = description.dataFormat.bytesPerPacket
    let packetCount = description.packetCount ?? 0
    // A packet table may claim more priming and sound than the packets hold.
    let held = packetCount.multipliedClamped(by: Int64(description.dataFormat.framesPerPacket))
    let priming = min(Int64(description.packetTable?.primingFrames ?? 0), held)
    let frameCount = min(description.validFrames ?? 0, held.subtractingClamped(priming))
    // If a packet is a frame, padding and priming are not copied.
    let isPerFrame = description.dataFormat.framesPerPacket == 1
    if isPerFrame { reader.skip(byteCount: priming.multipliedClamped(by: Int64(packetSize))) }
    var left = (isPerFrame ? frameCount : packetCount).multipliedClamped(by: Int64(packetSize))
    let pieceSize = SoundEncoder<OutputFile>.pieceSize / packetSize * packetSize
    while left > 0 {
      let count = min(Int64(pieceSize), left)
      try reader.read(byteCount: Int(count), into: &packets)
      left -= count
      try writer.write(packets)
    }
    _ = try writer.finish(
      validFrames: frameCount, primingFrames: isPerFrame ? 0 : Int32(clamping: priming))
    return frameCount
  }
}
