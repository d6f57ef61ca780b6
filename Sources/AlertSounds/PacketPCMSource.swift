import AudioCodecs
import AudioContainers
import AudioTypes

/// The PCM of a container: packets decoded block by block, priming and padding cut off.
struct PacketPCMSource: PCMSource {
  let sampleRate: Double
  let channelCount: Int
  let frameCount: Int64?

  private let path: String
  private var reader: PacketReader
  private var decoder: any PacketDecoder
  private var packets: [UInt8] = []
  private let bytesPerBlock: Int
  private var framesToSkip: Int64
  private var framesLeft: Int64

  /// Frames of a block: enough to make calls cheap, few enough to stay in the cache.
  private static let blockFrames = 4_096

  init(
    path: String, _ source: any ByteSource, _ description: ContainerDescription,
    _ excerpt: SoundFile.Excerpt = .init()
  ) throws(CodecError) {
    let format = description.dataFormat
    decoder = try makeDecoder(for: format)
    reader = PacketReader(source, description)
    self.path = path
    sampleRate = format.sampleRate
    channelCount = format.channelCount
    let frames = excerpt.frames(of: description)
    frameCount = frames.map { Int64($0.count) }
    let packetsPerBlock = max(1, Self.blockFrames / format.framesPerPacket)
    bytesPerBlock = packetsPerBlock * format.bytesPerPacket
    framesToSkip = frames?.lowerBound ?? 0
    framesLeft = frameCount ?? .max
  }

  mutating func read(into buffer: inout PCMBuffer) throws {
    repeat {
      try readBlock(into: &buffer)
      if buffer.frameCount == 0 { return }
      let skipped = min(framesToSkip, Int64(buffer.frameCount))
      buffer.dropFirst(frames: Int(skipped))
      framesToSkip -= skipped
    } while buffer.frameCount == 0
    if Int64(buffer.frameCount) > framesLeft { buffer.resize(frames: Int(framesLeft)) }
    framesLeft -= Int64(buffer.frameCount)
  }

  private mutating func readBlock(into buffer: inout PCMBuffer) throws {
    let position = reader.nextPosition
    do {
      try reader.read(byteCount: framesLeft > 0 ? bytesPerBlock : 0, into: &packets)
    } catch { throw SoundError.file(error) }
    do {
      try decoder.decode(packets, into: &buffer)
    } catch { throw SoundError.codec(path: path, error.moved(by: position)) }
  }
}

extension CodecError {
  /// The same error, where the packets of the call stand at `position` in the file.
  func moved(by position: Int64) -> CodecError {
    guard case .malformed(let malformed) = self else { return self }
    return .malformed(Malformed(at: malformed.position + position, malformed.reason))
  }
}

extension SoundFile.Excerpt {
  /// The decoded frames that are read; nil where nobody knows how many there are.
  func frames(of description: ContainerDescription) -> Range<Int64>? {
    guard let validFrames = description.validFrames else { return nil }
    var priming = Int64(description.packetTable?.primingFrames ?? 0)
    var end = priming + validFrames
    if let primingFrames { priming = min(max(0, Int64(primingFrames)), end) }
    if let remainderFrames, let packetCount = description.packetCount {
      let decoded = packetCount * Int64(description.dataFormat.framesPerPacket)
      end = max(priming, decoded - max(0, Int64(remainderFrames)))
    }
    let start = priming + min(max(0, startFrame), end - priming)
    return start..<end
  }
}

/// A source without its first frames.
struct SkippingSource: PCMSource {
  private var input: any PCMSource
  private var framesToSkip: Int64
  let frameCount: Int64?

  init(_ input: any PCMSource, frames: Int64) {
    self.input = input
    framesToSkip = max(0, frames)
    frameCount = input.frameCount.map { max(0, $0 - frames) }
  }

  var sampleRate: Double { input.sampleRate }
  var channelCount: Int { input.channelCount }

  mutating func read(into buffer: inout PCMBuffer) throws {
    repeat {
      try input.read(into: &buffer)
      if buffer.frameCount == 0 { return }
      let skipped = min(framesToSkip, Int64(buffer.frameCount))
      buffer.dropFirst(frames: Int(skipped))
      framesToSkip -= skipped
    } while buffer.frameCount == 0
  }
}
