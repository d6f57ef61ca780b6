import AudioContainers
import AudioImport
import AudioTypes

/// The facts about one sound file, as `tocsin info` tells them.
public struct SoundInformation: Sendable, Encodable {
  /// How many frames of the packets are sound.
  public struct PacketTableRecord: Sendable, Encodable {
    public let validFrames: Int64
    public let primingFrames: Int32
    public let remainderFrames: Int32
  }

  /// A chunk and where it stands.
  public struct ChunkRecord: Sendable, Encodable {
    public let id: String
    /// Offset of the chunk's header.
    public let offset: Int64
    /// Bytes of content.
    public let size: Int64
  }

  public let file: String
  public let fileBytes: Int64
  public let container: String
  public let dataFormat: String
  public let channels: Int
  /// Hz.
  public let sampleRate: Double
  /// Seconds of sound; nil where only decoding would tell.
  public let duration: Double?
  public let validFrames: Int64?
  public private(set) var bytesPerPacket: Int?
  public private(set) var framesPerPacket: Int?
  public private(set) var bitsPerChannel: Int?
  public private(set) var packets: Int64?
  public private(set) var audioOffset: Int64?
  public private(set) var audioBytes: Int64?
  public private(set) var packetTable: PacketTableRecord?
  public private(set) var channelLayout: String?
  public private(set) var chunks: [ChunkRecord]?
  /// Deviations from the container's rules, as sentences.
  public private(set) var irregularities: [String] = []

  /// The facts about an open sound.
  public init(_ sound: SoundFile) {
    file = sound.path
    fileBytes = sound.byteCount
    switch sound.content {
    case .container(let description):
      let format = description.dataFormat
      container = description.container.name
      dataFormat = format.codingName
      channels = format.channelCount
      sampleRate = format.sampleRate
      duration = description.duration
      validFrames = description.validFrames
      add(description)
    case .imported(let imported):
      container = imported.formatName
      dataFormat = imported.codingName
      channels = imported.channelCount
      sampleRate = imported.sampleRate
      validFrames = imported.frameCount
      duration = imported.frameCount.map { Double($0) / imported.sampleRate }
    }
  }

  private mutating func add(_ description: ContainerDescription) {
    bytesPerPacket = description.dataFormat.bytesPerPacket
    framesPerPacket = description.dataFormat.framesPerPacket
    bitsPerChannel = description.dataFormat.bitsPerChannel
    packets = description.packetCount
    audioOffset = description.audioBytes.lowerBound
    audioBytes = Int64(description.audioBytes.count)
    packetTable = description.packetTable.map {
      PacketTableRecord(
        validFrames: $0.validFrames, primingFrames: $0.primingFrames,
        remainderFrames: $0.remainderFrames)
    }
    channelLayout = description.channelLayout?.name
    chunks = description.chunks.map {
      ChunkRecord(id: $0.id.description, offset: $0.position, size: Int64($0.payload.count))
    }
    irregularities = description.irregularities.map { "at byte \($0.position): \($0.text)" }
  }
}
