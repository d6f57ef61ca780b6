public import AudioTypes

/// Writes packets into a container.
///
/// The header has a fixed size, so the packets go to their place at once and the header is
/// written last, when all counts are known: nothing is kept in memory.
public struct ContainerWriter<Sink: ByteSink> {
  public let container: Container
  public let dataFormat: DataFormat
  private var sink: Sink
  /// Where the audio starts in the file.
  private let audioOffset: Int
  private var byteCount: Int64 = 0

  /// A writer of packets of `dataFormat`, which `container` must be able to hold.
  /// - Parameter pageAligned: whether filler puts the audio on a page of its own, at offset 4096,
  ///   as Apple's tools do it.
  public init(
    _ container: Container, _ dataFormat: DataFormat, to sink: Sink, pageAligned: Bool = true
  ) throws(ContainerError) {
    guard container.writableCodings.contains(dataFormat.coding) else {
      throw .unsupported("\(container.name) cannot hold \(dataFormat.codingName)")
    }
    if container == .wave, dataFormat.sampleRate.rounded() != dataFormat.sampleRate {
      throw .unsupported("WAVE holds whole sample rates only, not \(dataFormat.sampleRate) Hz")
    }
    self.container = container
    self.dataFormat = dataFormat
    self.sink = sink
    // A header's size depends on the format alone: without filler it is measured on an empty one.
    audioOffset =
      pageAligned
      ? 4_096
      : try Self.header(container, dataFormat, HeaderCounts(audioOffset: 0)).count
  }

  /// Appends whole packets.
  public mutating func write(_ packets: [UInt8]) throws(ContainerError) {
    if container != .caf, byteCount + Int64(packets.count) > Int64(UInt32.max) {
      throw .limit("a \(container.name) file holds less than 4 GiB; write CAF instead (-f caff)")
    }
    do {
      try sink.write(packets, at: Int64(audioOffset) + byteCount)
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
    let header = try Self.header(
      container, dataFormat,
      HeaderCounts(
        audioOffset: audioOffset, byteCount: byteCount, validFrames: validFrames,
        primingFrames: primingFrames))
    do {
      if container != .caf, !byteCount.isMultiple(of: 2) {
        try sink.write([0], at: Int64(header.count) + byteCount)
      }
      try sink.write(header, at: 0)
    } catch { throw .file(error) }
    return sink
  }

  private static func header(
    _ container: Container, _ format: DataFormat, _ counts: HeaderCounts
  ) throws(ContainerError) -> [UInt8] {
    switch container {
    case .caf: CAFHeader.bytes(format, counts)
    case .wave, .rf64: try WAVEHeader.bytes(format, counts)
    case .aiff, .aifc: try AIFFHeader.bytes(container, format, counts)
    }
  }
}

/// What a header says about the audio behind it.
struct HeaderCounts {
  /// Where the audio starts; filler fills the room up to it.
  var audioOffset: Int
  var byteCount: Int64 = 0
  var validFrames: Int64 = 0
  var primingFrames: Int32 = 0
}
