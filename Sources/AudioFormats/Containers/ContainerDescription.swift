public import Files

/// The statements of a container about its sound, as far as its bytes confirm them.
public struct ContainerDescription: Sendable {
  /// The container whose rules the bytes follow.
  public let container: Container
  /// The coding of the packets.
  public let dataFormat: DataFormat
  /// The range of the packets in the file; all of it exists.
  public let audioBytes: Range<Int64>
  /// Packets in `audioBytes`; nil where their size varies and no table counts them.
  public let packetCount: Int64?
  /// Frames that are sound; nil where the packets would have to be decoded to know.
  public let validFrames: Int64?
  /// The CAF packet table's header, where there is one.
  public let packetTable: PacketTable?
  /// The speakers of the channels; nil where the container does not name them.
  public let channelLayout: ChannelLayout?
  /// All chunks that were found, in their order.
  public let chunks: [Chunk]
  /// Deviations from the container's rules that leave the sound readable.
  public private(set) var irregularities: [Irregularity]
  /// Where further sounds of the same container begin, of which a file should hold one.
  public internal(set) var followingSounds: [Int64] = []
  /// The dictionary of a CAF information chunk, in its order: bounded, and not to be trusted.
  public internal(set) var information: [InformationEntry] = []

  /// Seconds of sound: valid frames over sample rate.
  public var duration: Double? { validFrames.map { Double($0) / dataFormat.sampleRate } }

  /// Frames that the bytes of the audio hold at least, whatever the headers count; nil where the
  /// size of the packets varies.
  ///
  /// Only a packet table that agrees with the packets can leave frames out. Other padding is less
  /// than a packet.
  public var framesInAudio: Int64? {
    let format = dataFormat
    guard format.bytesPerPacket > 0, format.framesPerPacket > 0 else { return nil }
    let packets = Int64(audioBytes.count / format.bytesPerPacket)
    guard let held = packets.multiplied(by: Int64(format.framesPerPacket)) else { return nil }
    if let packetTable, let validFrames, packetTable.frameSum == held { return validFrames }
    return max(0, held.subtractingClamped(Int64(format.framesPerPacket)).addingClamped(1))
  }
}

extension ContainerDescription {
  /// Reads the container's headers; the audio itself is not read.
  ///
  /// Deviations that leave the sound readable are listed in `irregularities`.
  /// - Throws: ``ContainerError`` if the bytes are not those of an alert container, or break its
  ///   rules so that there is no sound.
  public init(parsing source: some ByteSource) throws(ContainerError) {
    let head: [UInt8]
    do {
      head = try source.bytes(at: 0, count: ContentProbe.byteCount)
    } catch { throw .file(error) }
    let container: Container
    switch ContentProbe(head) {
    case .container(let found): container = found
    case .foreign(let kind): throw .notAContainer(kind)
    case .unknown: throw .notAContainer(nil)
    }
    do {
      self = try Self.parse(source, as: container)
      try findFollowingSounds(in: source)
    } catch {
      switch error {
      case .file(let error): throw .file(error)
      case .malformed(let malformed): throw .malformed(container, malformed)
      case .unsupported(let what): throw .unsupported("\(container.name): \(what)")
      }
    }
  }

  private static func parse(
    _ source: some ByteSource, as container: Container
  ) throws(ParseError) -> ContainerDescription {
    switch container {
    case .caf: try CAFParser.parse(source)
    case .wave, .rf64: try WAVEParser.parse(source, as: container)
    case .aiff, .aifc: try AIFFParser.parse(source, as: container)
    }
  }

  /// The most sounds after the first one that are looked for.
  private static let maximumFollowing = 1_000

  /// Text-to-speech services and `cat` write several files into one: what follows the form is one.
  private mutating func findFollowingSounds(in source: some ByteSource) throws(ParseError) {
    guard let place = irregularities.firstIndex(where: { $0.kind == .trailingBytes }) else {
      return
    }
    var start = irregularities[place].position
    while followingSounds.count < Self.maximumFollowing {
      let rest = SourceSlice(source, from: start)
      let head = try reading { () throws(FileError) in
        try rest.bytes(at: 0, count: ContentProbe.byteCount)
      }
      guard case .container(let found) = ContentProbe(head), found == container,
        let next = try? Self.parse(rest, as: found)
      else { break }
      followingSounds.append(start)
      let tail = next.irregularities.first { $0.kind == .trailingBytes }
      guard let tail else { break }
      start += tail.position
    }
    guard !followingSounds.isEmpty else { return }
    let count = followingSounds.count
    irregularities[place] = Irregularity(
      .followingSounds, at: irregularities[place].position,
      "\(count) more \(container.name) \(count == 1 ? "file follows" : "files follow")")
  }
}

extension ContainerDescription {
  /// Samples without a header, as text-to-speech services send them: all bytes of a file are audio.
  /// ``container`` is one that could hold them.
  /// - Returns: nil for a coding that no container of alert sounds holds.
  public init?(rawSamples format: DataFormat, byteCount: Int64) {
    guard
      let container = Container.allCases.first(where: {
        $0.writableCodings.contains(format.coding)
      })
    else { return nil }
    let packets = PacketLayout(format, byteCount: byteCount, at: 0)
    self.init(
      container: container, dataFormat: format, audioBytes: 0..<max(0, byteCount),
      packetCount: packets.packetCount, validFrames: packets.validFrames, packetTable: nil,
      channelLayout: nil, chunks: [], irregularities: packets.irregularities)
  }

  /// Whether the file has a header, and is not raw samples.
  public var hasHeader: Bool { !chunks.isEmpty }
}

/// One chunk of a container.
public struct Chunk: Hashable, Sendable {
  /// The four characters that name the chunk.
  public let id: FourCharCode
  /// Offset of the chunk's header in the file.
  public let position: Int64
  /// The size field; nil for audio that reaches to the end of the file.
  public let declaredSize: UInt64?
  /// The bytes after the header that are really there.
  public let payload: Range<Int64>
}

/// A deviation from a container's rules that leaves the sound readable.
public struct Irregularity: Hashable, Sendable {
  /// The kinds of deviations, each one a rule's finding.
  public enum Kind: Hashable, Sendable {
    /// The audio is shorter than its header states.
    case truncatedAudio
    /// A chunk reaches past the end of the file or of its form.
    case truncatedChunk
    /// Two fields that must agree do not.
    case contradiction
    /// The outer form states another size than the file has.
    case formSize
    /// The outer form ends before the audio does.
    case audioOutsideForm
    /// A count of frames that the audio does not have.
    case frameCount
    /// A name of the coding that only some readers know.
    case codingName
    /// A chunk is where the format forbids it.
    case chunkOrder
    /// A chunk is where readers do not look for it: the odd one before it has no pad byte.
    case misalignedChunk
    /// The last chunk is odd and lacks its pad byte.
    case missingPadding
    /// Bytes after the last chunk.
    case trailingBytes
    /// One or more whole sounds after the last chunk.
    case followingSounds
    /// The header does not state a length: the sound ends with the file.
    case unknownLength
    /// A table that does not affect the audio, and cannot be right.
    case metadata
  }

  /// The kind of deviation.
  public let kind: Kind
  /// Offset in the file.
  public let position: Int64
  /// The deviation, as a sentence without a full stop.
  public let text: String

  /// A deviation at `position`, counted from the start of the file.
  public init(_ kind: Kind, at position: Int64, _ text: String) {
    self.kind = kind
    self.position = position
    self.text = text
  }

  /// The same, as one of another kind.
  func of(_ kind: Kind) -> Irregularity { Irregularity(kind, at: position, text) }
}

/// Reads the packets of a parsed container, in order.
public struct PacketReader {
  private let source: any ByteSource
  private let audioBytes: Range<Int64>
  private var position: Int64

  /// A reader at the first packet of `description`, which was parsed from `source`.
  public init(_ source: any ByteSource, _ description: ContainerDescription) {
    self.source = source
    audioBytes = description.audioBytes
    position = description.audioBytes.lowerBound
  }

  /// Offset in the file of the next packet.
  public var nextPosition: Int64 { position }

  /// Passes over up to `byteCount` bytes.
  public mutating func skip(byteCount: Int64) {
    position += min(byteCount, audioBytes.upperBound - position)
  }

  /// Replaces `packets` with up to `byteCount` bytes; it is empty at the end.
  /// - Throws: `FileError` where the file cannot be read, or has become shorter.
  public mutating func read(byteCount: Int, into packets: inout [UInt8]) throws(FileError) {
    let count = min(Int64(byteCount), audioBytes.upperBound - position)
    try source.read(at: position, count: Int(count), into: &packets)
    position += count
  }
}

/// A parsing failure; `ContainerDescription` makes a `ContainerError` of it, which names the
/// container.
enum ParseError: Error {
  case file(FileError)
  case malformed(Malformed)
  case unsupported(String)

  static func malformed(at position: Int64, _ reason: String) -> ParseError {
    .malformed(Malformed(at: position, reason))
  }
}

func reading<T>(_ body: () throws(FileError) -> T) throws(ParseError) -> T {
  do { return try body() } catch { throw .file(error) }
}

func parsing<T>(_ body: () throws(Malformed) -> T) throws(ParseError) -> T {
  do { return try body() } catch { throw .malformed(error) }
}

/// A data format from fields at `position`.
func dataFormat(
  _ coding: DataFormat.Coding, sampleRate: Double, channelCount: Int, at position: Int64
) throws(ParseError) -> DataFormat {
  do {
    return try DataFormat(coding, sampleRate: sampleRate, channelCount: channelCount)
  } catch { throw .malformed(at: position, error.description) }
}
