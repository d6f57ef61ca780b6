public import AudioFormats
import AudioProcessing
public import Files

/// A sound in one of the alert containers. Foreign libraries never see its bytes.
public struct ContainerSound {
  /// The path that names the sound in errors; it is never opened.
  public let path: String
  /// The content of the container's headers.
  public let description: ContainerDescription
  let source: any ByteSource

  /// The sound that `description` was parsed from; `path` names it in errors.
  public init(_ description: ContainerDescription, in source: any ByteSource, path: String) {
    self.path = path
    self.description = description
    self.source = source
  }

  /// Parses the bytes of a sound.
  /// - Throws: `SoundError.container`, also for bytes that are not an alert container.
  public init(parsing source: any ByteSource, path: String) throws(SoundError) {
    do {
      self.init(try ContainerDescription(parsing: source), in: source, path: path)
    } catch { throw .container(path: path, error) }
  }

  /// The sound as PCM, from its start; priming and padding are not part of it.
  /// - Throws: `SoundError.codec` where Tocsin has no decoder.
  public func pcm() throws(SoundError) -> any PCMSource { try pcm(of: SoundFile.Excerpt()) }

  /// - Parameter blockFrames: the number of frames that are decoded at a time.
  func pcm(
    of excerpt: SoundFile.Excerpt = SoundFile.Excerpt(),
    blockFrames: Int = PacketPCMSource.blockFrames
  ) throws(SoundError) -> any PCMSource {
    let packets: PacketPCMSource
    do { packets = try PacketPCMSource(self, blockFrames: blockFrames) } catch {
      throw .codec(path: path, error)
    }
    return excerpt.frames(of: description).trim(packets)
  }
}

/// All frames of a container: packets decoded block by block, priming and padding among them.
struct PacketPCMSource: PCMSource {
  let sampleRate: Double
  let channelCount: Int
  let frameCount: Int64?

  private let path: String
  private var reader: PacketReader
  private var decoder: any PacketDecoder
  private var packets: [UInt8] = []
  private let bytesPerBlock: Int

  /// Frames of a block: enough to make calls cheap, few enough to stay in the cache.
  static let blockFrames = 4_096

  init(
    _ sound: ContainerSound, blockFrames: Int = PacketPCMSource.blockFrames
  ) throws(CodecError) {
    let format = sound.description.dataFormat
    decoder = try makeDecoder(for: format)
    reader = PacketReader(sound.source, sound.description)
    path = sound.path
    sampleRate = format.sampleRate
    channelCount = format.channelCount
    frameCount = sound.description.packetCount?.multiplied(by: Int64(format.framesPerPacket))
    // bounded: a coding with a decoder has packets of at most 64 KiB.
    bytesPerBlock = max(1, blockFrames / format.framesPerPacket) * format.bytesPerPacket
  }

  mutating func read(into buffer: inout PCMBuffer) throws {
    let position = reader.nextPosition
    do {
      try reader.read(byteCount: bytesPerBlock, into: &packets)
    } catch { throw SoundError.file(error) }
    do {
      try decoder.decode(packets, into: &buffer)
    } catch { throw SoundError.codec(path: path, error.moved(by: position)) }
  }
}

extension CodecError {
  /// The same error, with the packets of the call at `position` in the file.
  func moved(by position: Int64) -> CodecError {
    guard case .malformed(let malformed) = self else { return self }
    return .malformed(Malformed(at: malformed.position + position, malformed.reason))
  }
}

extension SoundFile.Excerpt {
  /// The range of decoded frames to read; nil where their number is unknown.
  func frames(of description: ContainerDescription) -> Range<Int64>? {
    guard let validFrames = description.validFrames else { return nil }
    var priming = Int64(description.packetTable?.primingFrames ?? 0)
    var end = priming.addingClamped(validFrames)
    if let primingFrames { priming = min(max(0, Int64(primingFrames)), end) }
    if let remainderFrames, let packetCount = description.packetCount {
      let decoded = packetCount.multipliedClamped(
        by: Int64(description.dataFormat.framesPerPacket))
      end = max(priming, decoded - max(0, Int64(remainderFrames)))
    }
    // bounded: the start is not after the end, and neither is negative.
    let start = priming + min(max(0, startFrame), end - priming)
    return start..<end
  }
}

extension Range<Int64>? {
  /// The frames of this range of `source`; all of them where the range is unknown.
  func trim(_ source: any PCMSource) -> any PCMSource {
    guard let self else { return source }
    return TrimmedSource(source, from: self.lowerBound, count: Int64(self.count))
  }
}
