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
  private var framesToSkip: Int
  private var framesLeft: Int64

  /// Frames of a block: enough to make calls cheap, few enough to stay in the cache.
  private static let blockFrames = 4_096

  init(
    path: String, _ source: any ByteSource, _ description: ContainerDescription
  ) throws(CodecError) {
    let format = description.dataFormat
    decoder = try makeDecoder(for: format)
    reader = PacketReader(source, description)
    self.path = path
    sampleRate = format.sampleRate
    channelCount = format.channelCount
    frameCount = description.validFrames
    let packetsPerBlock = max(1, Self.blockFrames / format.framesPerPacket)
    bytesPerBlock = packetsPerBlock * format.bytesPerPacket
    framesToSkip = Int(description.packetTable?.primingFrames ?? 0)
    framesLeft = description.validFrames ?? .max
  }

  mutating func read(into buffer: inout PCMBuffer) throws {
    repeat {
      try readBlock(into: &buffer)
      if buffer.frameCount == 0 { return }
      let skipped = min(framesToSkip, buffer.frameCount)
      buffer.dropFirst(frames: skipped)
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
