public import Files

/// Writes packets into a container.
///
/// The header has a fixed size, so packets are written in place at once and the header last, when
/// all counts are known. Nothing is kept in memory.
public struct ContainerWriter<Sink: ByteSink> {
  /// The container that is written.
  public let container: Container
  /// The format of the packets.
  public let dataFormat: DataFormat
  private var sink: Sink
  /// The offset of the audio in the file.
  private let audioOffset: Int
  private let options: WriterOptions
  private var byteCount: Int64 = 0

  /// A writer of packets of `dataFormat`, which `container` must be able to hold.
  /// - Throws: ``ContainerError`` where the container cannot hold the format.
  public init(
    _ container: Container, _ dataFormat: DataFormat, to sink: Sink,
    _ options: WriterOptions = WriterOptions()
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
    self.options = options
    let least = try Self.header(container, dataFormat, HeaderCounts(options, audioOffset: 0)).count
    let page = 4_096
    audioOffset = options.pageAligned ? (least + 12 + page - 1) / page * page : least
  }

  /// Appends whole packets.
  /// - Throws: ``ContainerError`` where the sink cannot be written, or the container cannot express
  ///   the size.
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
  ///   - primingFrames: frames before them, which only a CAF can mark as such.
  /// - Throws: ``ContainerError`` where the sink cannot be written.
  public consuming func finish(
    validFrames: Int64, primingFrames: Int32 = 0
  ) throws(ContainerError) -> Sink {
    let header = try Self.header(
      container, dataFormat,
      HeaderCounts(
        options, audioOffset: audioOffset, byteCount: byteCount, validFrames: validFrames,
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

/// Optional content of a container beside its audio.
public struct WriterOptions: Hashable, Sendable {
  /// Whether filler puts the audio on a page of its own, as Apple's tools do it.
  public var pageAligned = true
  /// The layout that is written; nil writes that of a stereo sound only, as Apple's tools do it.
  public var channelLayout: ChannelLayout?
  /// Further chunks of a CAF: their IDs and contents.
  public var chunks: [FourCharCode: [UInt8]] = [:]

  /// The options of Apple's tools: page-aligned, with the layout of a stereo sound.
  public init() {}

  func layout(of format: DataFormat) -> ChannelLayout? {
    channelLayout ?? (format.channelCount == 2 ? .stereo : nil)
  }
}

/// The statements of a header about the audio after it.
struct HeaderCounts {
  let options: WriterOptions
  /// The offset of the audio; filler occupies the room up to it.
  var audioOffset: Int
  var byteCount: Int64 = 0
  var validFrames: Int64 = 0
  var primingFrames: Int32 = 0

  init(
    _ options: WriterOptions, audioOffset: Int, byteCount: Int64 = 0, validFrames: Int64 = 0,
    primingFrames: Int32 = 0
  ) {
    self.options = options
    self.audioOffset = audioOffset
    self.byteCount = byteCount
    self.validFrames = validFrames
    self.primingFrames = primingFrames
  }
}
