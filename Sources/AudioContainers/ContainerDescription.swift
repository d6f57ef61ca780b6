public import AudioTypes

/// What a container says about its sound, as far as its bytes bear it out.
public struct ContainerDescription: Sendable {
  public let container: Container
  public let dataFormat: DataFormat
  /// Where the packets stand in the file; only bytes that are there.
  public let audioBytes: Range<Int64>
  /// Packets in `audioBytes`; nil where their size varies and no table counts them.
  public let packetCount: Int64?
  /// Frames that are sound; nil where the packets would have to be decoded to know.
  public let validFrames: Int64?
  /// The CAF packet table's header, where there is one.
  public let packetTable: PacketTable?
  public let channelLayout: ChannelLayout?
  public let chunks: [Chunk]
  /// What deviates from the container's rules and still leaves the sound readable.
  public let irregularities: [Irregularity]
  /// The dictionary of a CAF information chunk, in its order: bounded, and not to be trusted.
  public internal(set) var information: [InformationEntry] = []

  /// Seconds of sound: valid frames over sample rate.
  public var duration: Double? { validFrames.map { Double($0) / dataFormat.sampleRate } }
}

/// One chunk of a container.
public struct Chunk: Hashable, Sendable {
  public let id: FourCharCode
  /// Offset of the chunk's header in the file.
  public let position: Int64
  /// The size field; nil for a CAF data chunk that reaches to the end of the file.
  public let declaredSize: UInt64?
  /// The bytes behind the header that are really there.
  public let payload: Range<Int64>
}

/// A deviation from a container's rules that leaves the sound readable.
public struct Irregularity: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    /// The audio is shorter than its header says.
    case truncatedAudio
    /// A chunk reaches past the end of the file or of its form.
    case truncatedChunk
    /// Two fields that must agree do not.
    case contradiction
    /// A chunk stands where the format forbids it.
    case chunkOrder
    /// A chunk stands where no reader looks for it: the odd one before it has no pad byte.
    case misalignedChunk
    /// The last chunk is odd and lacks its pad byte.
    case missingPadding
    /// Bytes after the last chunk.
    case trailingBytes
    /// The header says no length: the sound ends with the file.
    case unknownLength
    /// A table that has nothing to do with the audio, and cannot be right.
    case metadata
  }

  public let kind: Kind
  /// Offset in the file.
  public let position: Int64
  /// What is wrong, as a sentence without a full stop.
  public let text: String

  public init(_ kind: Kind, at position: Int64, _ text: String) {
    self.kind = kind
    self.position = position
    self.text = text
  }
}
