public import AudioFormats
import AudioImport

/// The facts about one sound file, as `tocsin info` and afinfo report them. Unknown facts are nil;
/// foreign formats have more of those.
public struct SoundInformation: Sendable, Encodable {
  /// The path, as it was given.
  public let file: String
  /// Bytes of the whole file.
  public let fileBytes: Int64
  /// The container's name for people.
  public let container: String
  /// Core Audio's code of the file format: `caff`, `WAVE`; the library's word if it has none.
  public let fileType: String
  /// The coding, by afconvert's `-d` word where there is one: `LEI16`, `ima4`.
  public let dataFormat: String
  /// Core Audio's format ID: `lpcm`, `ima4`.
  public let formatID: String
  /// The format as afinfo writes it, after channels and rate: `Int16`.
  public let formatDescription: String
  /// The number of channels.
  public let channels: Int
  /// Hz.
  public let sampleRate: Double
  /// Seconds of sound; nil if only decoding could find the number.
  public internal(set) var duration: Double?
  /// Frames of sound, without priming and padding.
  public internal(set) var validFrames: Int64?
  /// Bytes of a packet over all channels; 0 where packets differ.
  public internal(set) var bytesPerPacket: Int?
  /// Frames of a packet; 0 where packets differ.
  public internal(set) var framesPerPacket: Int?
  /// Bits of a sample; 0 for compressed codings, and 8 for G.711.
  public internal(set) var bitsPerChannel: Int?
  /// The storage of the samples; nil for codings other than linear PCM.
  public internal(set) var samples: SampleRecord?
  /// The number of packets.
  public internal(set) var packets: Int64?
  /// Packets of an Ogg stream that are interrupted by other data: ffprobe does not report them.
  public internal(set) var splitPackets: Int64?
  /// Bytes that no packet exceeds, and those of the largest.
  public internal(set) var packetSizeUpperBound: Int64?
  /// Bytes of the largest packet.
  public internal(set) var maximumPacketSize: Int64?
  /// The offset of the audio in the file, in bytes from its start.
  public internal(set) var audioOffset: Int64?
  /// Bytes of the audio.
  public internal(set) var audioBytes: Int64?
  /// Bits a second.
  public internal(set) var bitRate: Int64?
  /// Whether the audio ends the file, so that sound can be appended to it.
  public internal(set) var isOptimized: Bool?
  /// The samples before they were coded: `I16`, `F32`.
  public internal(set) var sourceBitDepth: String?
  /// The numbers of valid, priming and remainder frames; nil where the container has no such table.
  public internal(set) var packetTable: PacketTable?
  /// The speakers of the channels by name, `Stereo`; nil where the container does not name them.
  public internal(set) var channelLayout: String?
  /// The layout with its speakers in the order of the channels: `Stereo (L R)`.
  public internal(set) var speakerLayout: String?
  /// The dictionary of strings that the file carries, in its order.
  public internal(set) var information: [InformationEntry] = []
  /// The container's chunks in their order; nil for foreign formats.
  public internal(set) var chunks: [ChunkRecord]?
  /// Deviations from the container's rules, as sentences.
  public internal(set) var irregularities: [String] = []

  /// The facts about an open sound.
  public init(_ sound: SoundFile) {
    file = sound.path
    fileBytes = sound.byteCount
    switch sound.content {
    case .container(let description):
      let format = description.dataFormat
      container = description.container.name
      fileType = description.container.code.description
      dataFormat = format.codingName
      formatID = format.formatName
      let depth = sound.codedBitDepth
      formatDescription =
        depth.map {
          ForeignFormat.lossless("alac", $0) + ", \(format.framesPerPacket) frames/packet"
        } ?? format.formatDescription
      channels = format.channelCount
      sampleRate = format.sampleRate
      add(description)
      if let depth { sourceBitDepth = "I\(depth)" }
      let size = format.bytesPerPacket > 0 ? Int64(format.bytesPerPacket) : nil
      maximumPacketSize = size ?? (try? sound.largestPacket(in: description)).flatMap(\.self)
      packetSizeUpperBound = maximumPacketSize
    case .imported(let imported):
      let foreign = ForeignFormat(imported)
      container = imported.formatName
      let isMPEG4 = foreign.fileType == "m4af"
      fileType = isMPEG4 ? MPEG4Boxes(sound.source).fileType : foreign.fileType
      dataFormat = imported.codingName
      formatID = foreign.formatID
      formatDescription = foreign.formatDescription
      channels = imported.channelCount
      sampleRate = imported.sampleRate
      sourceBitDepth = foreign.sourceBitDepth
      setValidFrames(imported.frameCount)
    }
  }

  /// Sets the length of the sound.
  mutating func setValidFrames(_ count: Int64?) {
    validFrames = count
    // With packets of variable size the table cannot be verified, so a duration of 10^12 s (30,000
    // years) or more is dropped.
    duration = count.map { Double($0) / sampleRate }.flatMap { $0 < 1e12 ? $0 : nil }
  }

  private mutating func add(_ description: ContainerDescription) {
    let format = description.dataFormat
    setValidFrames(description.validFrames)
    bytesPerPacket = format.bytesPerPacket
    framesPerPacket = format.framesPerPacket
    bitsPerChannel = format.bitsPerChannel
    packets = description.packetCount
    audioOffset = description.audioBytes.lowerBound
    audioBytes = Int64(description.audioBytes.count)
    packetTable = description.packetTable
    bitRate = description.bitRate
    isOptimized = description.isOptimized
    channelLayout = description.channelLayout?.name
    speakerLayout = description.channelLayout?.speakerDescription
    information = description.information
    if case .linearPCM(let pcm) = format.coding {
      samples = SampleRecord(pcm)
      sourceBitDepth = pcm.depthName
    } else {
      sourceBitDepth = information.first { $0.key == InformationEntry.sourceBitDepth }?.value
    }
    chunks = description.chunks.map {
      ChunkRecord(id: $0.id.description, offset: $0.position, size: Int64($0.payload.count))
    }
    irregularities = description.irregularities.map { "at byte \($0.position): \($0.text)" }
  }
}
