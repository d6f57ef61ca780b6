import AudioCodecs
import AudioProcessing
import AudioTypes

/// Decodes what an encoder made and compares it with what went in.
struct CodingMonitor {
  private(set) var ratio = SignalToNoise()
  private var decoder: any PacketDecoder
  /// Frames that the encoder has not given back yet.
  private var waiting: PCMBuffer
  private var decoded: PCMBuffer

  init(_ format: DataFormat) throws(CodecError) {
    decoder = try makeDecoder(for: format)
    waiting = PCMBuffer(channelCount: format.channelCount)
    decoded = PCMBuffer(channelCount: format.channelCount)
  }

  mutating func compare(_ block: PCMBuffer, with packets: ArraySlice<UInt8>) throws {
    waiting.samples += block.samples
    try decoder.decode(Array(packets), into: &decoded)
    ratio.add(waiting.samples, decoded.samples)
    waiting.dropFirst(frames: decoded.frameCount)
  }
}
