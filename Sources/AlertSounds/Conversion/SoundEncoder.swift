import AudioCodecs
public import AudioContainers
public import AudioTypes
public import Files

/// PCM → packets → container: the loop in which every sound is encoded.
struct SoundEncoder<Sink: ByteSink> {
  /// Frames of sound so far.
  private(set) var frameCount: Int64 = 0
  private var encoder: any PacketEncoder
  private var writer: ContainerWriter<Sink>
  private var packets: [UInt8] = []

  /// Packets are written in pieces of about this many bytes.
  static var pieceSize: Int { 1 << 18 }

  init(
    _ writer: ContainerWriter<Sink>, effort: IMA4Encoder.Effort = .normal,
    optimization: IMA4Optimization = .signal, usesAllCores: Bool = false
  ) throws(CodecError) {
    encoder = try makeEncoder(
      for: writer.dataFormat, effort: effort, optimization: optimization,
      usesAllCores: usesAllCores)
    self.writer = writer
  }

  /// Encodes `source` to its end.
  /// - Parameter observe: sees each block and the packets that were made of it; the last block is
  ///   empty.
  mutating func encode(
    _ source: any PCMSource, observe: (PCMBuffer, ArraySlice<UInt8>) throws -> Void = { _, _ in }
  ) throws {
    var source = source
    try source.forEachBlock { block in
      frameCount += Int64(block.frameCount)
      let start = packets.count
      encoder.encode(block, into: &packets)
      try observe(block, packets[start...])
      if packets.count >= Self.pieceSize { try flush() }
    }
    let start = packets.count
    encoder.finish(into: &packets)
    try observe(PCMBuffer(channelCount: source.channelCount), packets[start...])
    try flush()
  }

  private mutating func flush() throws {
    try writer.write(packets)
    packets.removeAll(keepingCapacity: true)
  }

  /// Completes the container.
  /// - Returns: the sink with the whole container in it.
  consuming func finish() throws(ContainerError) -> Sink {
    try writer.finish(validFrames: frameCount)
  }
}

/// Encodes `source`, which has the rate and the channels of the writer's data format, and completes
/// the container.
/// - Throws: what the source throws, `CodecError`, `ContainerError`.
public func writeSound<Sink: ByteSink>(
  _ source: any PCMSource, to writer: ContainerWriter<Sink>
) throws {
  var encoder = try SoundEncoder(writer)
  try encoder.encode(source)
  _ = try encoder.finish()
}
