public import AudioTypes

/// What all written containers have in common.
enum ContainerWriterLayout {
  /// Apple's tools start the audio on a page of its own.
  static let audioOffset = 4_096
}

/// Writes packets into a container.
///
/// The header has a fixed size, so the packets go to their place at once and the header is
/// written last, when all counts are known: nothing is kept in memory.
public struct ContainerWriter<Sink: ByteSink> {
  public let container: Container
  public let dataFormat: DataFormat
  private var sink: Sink
  private var byteCount: Int64 = 0

  /// A writer of packets of `dataFormat`, which `container` must be able to hold.
  public init(_ container: Container, _ dataFormat: DataFormat, to sink: Sink)
    throws(ContainerError)
  {
    guard container.writableCodings.contains(dataFormat.coding) else {
      throw .unsupported("\(container.name) cannot hold \(dataFormat.codingName)")
    }
    if container == .wave, dataFormat.sampleRate.rounded() != dataFormat.sampleRate {
      throw .unsupported("WAVE holds whole sample rates only, not \(dataFormat.sampleRate) Hz")
    }
    self.container = container
    self.dataFormat = dataFormat
    self.sink = sink
  }

  /// Appends whole packets.
  public mutating func write(_ packets: [UInt8]) throws(ContainerError) {
    if container != .caf, byteCount + Int64(packets.count) > Int64(UInt32.max) {
      throw .limit("a \(container.name) file holds less than 4 GiB; write CAF instead (-f caff)")
    }
    do {
      try sink.write(packets, at: Int64(ContainerWriterLayout.audioOffset) + byteCount)
    } catch { throw .file(error) }
    byteCount += Int64(packets.count)
  }

  /// Writes the header and returns the sink with the whole container in it.
  /// - Parameters:
  ///   - validFrames: frames that are sound; the rest of the last packet is padding.
  ///   - primingFrames: frames before them, which only a CAF can tell from sound.
  public consuming func finish(
    validFrames: Int64, primingFrames: Int32 = 0
  ) throws(ContainerError) -> Sink {
    let header: [UInt8]
    switch container {
    case .caf:
      header = CAFHeader.bytes(
        dataFormat, byteCount: byteCount, validFrames: validFrames, primingFrames: primingFrames)
    case .wave, .rf64:
      header = try WAVEHeader.bytes(dataFormat, byteCount: byteCount, validFrames: validFrames)
    case .aiff, .aifc:
      header = try AIFFHeader.bytes(container, dataFormat, byteCount: byteCount)
    }
    do {
      if container != .caf, !byteCount.isMultiple(of: 2) {
        try sink.write([0], at: Int64(header.count) + byteCount)
      }
      try sink.write(header, at: 0)
    } catch { throw .file(error) }
    return sink
  }
}
