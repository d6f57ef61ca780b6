/// The numbers of valid, priming and remainder frames in the packets (the `pakt` header of a CAF).
public struct PacketTable: Hashable, Sendable, Encodable {
  /// Frames that are sound.
  public let validFrames: Int64
  /// Frames before the sound that the codec needs to start.
  public let primingFrames: Int32
  /// Frames of padding after the sound in the last packet.
  public let remainderFrames: Int32

  /// A table with a file's values; nothing is checked.
  public init(validFrames: Int64, primingFrames: Int32, remainderFrames: Int32) {
    self.validFrames = validFrames
    self.primingFrames = primingFrames
    self.remainderFrames = remainderFrames
  }

  /// All frames of the table, whose counts may be absurd: their sizes are added.
  public var frameCount: UInt64 {
    let (first, last) = (UInt64(primingFrames.magnitude), UInt64(remainderFrames.magnitude))
    // bounded: 2⁶³ and twice 2³¹ at most.
    return validFrames.magnitude + first + last
  }

  /// The table of an IMA4 sound of `frameCount` frames in `packetCount` packets.
  public static func ima4(
    frameCount: Int64, packetCount: Int64, primingFrames: Int32 = 0
  ) -> PacketTable {
    let capacity = packetCount.multipliedClamped(by: Int64(IMA4Layout.framesPerPacket))
    return PacketTable(
      validFrames: frameCount, primingFrames: primingFrames,
      remainderFrames: Int32(
        clamping: capacity.subtractingClamped(frameCount).subtractingClamped(Int64(primingFrames))))
  }
}
