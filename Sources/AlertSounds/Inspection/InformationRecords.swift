import AudioFormats

extension SoundInformation {
  /// The numbers of valid, priming and remainder frames of the packets.
  public struct PacketTableRecord: Sendable, Encodable {
    /// Frames that are sound.
    public let validFrames: Int64
    /// Frames before the sound.
    public let primingFrames: Int32
    /// Frames after the sound, which fill the last packet.
    public let remainderFrames: Int32

    init(_ table: PacketTable) {
      validFrames = table.validFrames
      primingFrames = table.primingFrames
      remainderFrames = table.remainderFrames
    }

    /// All frames of the table: its counts are not negative, and may be absurd.
    public var frameCount: UInt64 {
      let (first, last) = (UInt64(primingFrames.magnitude), UInt64(remainderFrames.magnitude))
      // bounded: 2⁶³ and twice 2³¹ at most.
      return validFrames.magnitude + first + last
    }
  }

  /// A chunk and its offset.
  public struct ChunkRecord: Sendable, Encodable {
    /// The chunk's four characters.
    public let id: String
    /// Offset of the chunk's header.
    public let offset: Int64
    /// Bytes of content.
    public let size: Int64
  }

  /// The storage of a linear PCM sample.
  public struct SampleRecord: Sendable, Encodable {
    /// `signed integer`, `unsigned integer` or `float`.
    public let type: String
    /// Bits of a sample, 8 to 64.
    public let bitDepth: Int
    /// `little-endian` or `big-endian`; nil for samples of one byte.
    public let byteOrder: String?

    init(_ pcm: LinearPCM) {
      type =
        switch pcm.sampleType {
        case .signedInteger: "signed integer"
        case .unsignedInteger: "unsigned integer"
        case .float: "float"
        }
      bitDepth = pcm.bitDepth
      byteOrder =
        pcm.bitDepth == 8 ? nil : pcm.byteOrder == .bigEndian ? "big-endian" : "little-endian"
    }
  }

  /// An entry of the dictionary of strings that a file carries.
  public struct InformationRecord: Sendable, Encodable {
    /// A name, such as `artist` or `title`.
    public let key: String
    /// The text under that name.
    public let value: String

    /// Keys of Core Audio (AudioFile.h, `kAFInfoDictionary_…`).
    static let approximateDuration = "approximate duration in seconds"
    static let sourceBitDepth = "source bit depth"
  }

  /// Channels, rate and format in one line, as afinfo prints it.
  public var streamDescription: String {
    AlertSounds.streamDescription(
      channelCount: channels, sampleRate: sampleRate, formatDescription)
  }

  /// The dictionary as Core Audio makes it: the file's entries, and if they lack the duration, that
  /// with up to three decimals.
  public var completeInformation: [InformationRecord] {
    let key = InformationRecord.approximateDuration
    guard let duration, !information.contains(where: { $0.key == key }) else { return information }
    var text = fixed(duration, decimals: 3)
    while text.last == "0" { text.removeLast() }
    if text.last == "." { text.removeLast() }
    return information + [InformationRecord(key: key, value: text)]
  }
}

extension SoundInformation.InformationRecord {
  init(_ entry: InformationEntry) {
    self.init(key: entry.key, value: entry.value)
  }
}
