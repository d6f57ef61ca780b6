import AudioFormats
import AudioProcessing

/// Decodes an encoder's output and compares it with the input.
struct CodingMonitor {
  /// The ratio for decoders that follow the rules of the format's maker.
  private(set) var ratio = SignalToNoise()
  /// For IMA4: the ratio for decoders that start each packet from its preamble.
  private(set) var restartingRatio: SignalToNoise?
  /// For IMA4: the level of the noise above the noise that the sound hides.
  private(set) var noiseToMask: NoiseToMask?
  private var decoder: any PacketDecoder
  private var restartingDecoder: (any PacketDecoder)?
  /// Frames that the encoder has not returned yet.
  private var waiting: PCMBuffer
  private var decoded: PCMBuffer

  /// - Parameter measuresNoiseToMask: whether IMA4 is measured by the ear too, which takes longer.
  init(_ format: DataFormat, measuresNoiseToMask: Bool = false) throws(CodecError) {
    decoder = try makeDecoder(for: format)
    if format.coding == .ima4 {
      restartingDecoder = IMA4Decoder(channelCount: format.channelCount, rule: .restarts)
      restartingRatio = SignalToNoise()
      // Below 8 kHz there is no mask, and so no such ratio.
      if measuresNoiseToMask {
        noiseToMask = try? NoiseToMask(
          channelCount: format.channelCount, sampleRate: format.sampleRate)
      }
    }
    waiting = PCMBuffer(channelCount: format.channelCount)
    decoded = PCMBuffer(channelCount: format.channelCount)
  }

  mutating func compare(_ block: PCMBuffer, with packets: ArraySlice<UInt8>) throws {
    waiting.samples += block.samples
    guard !packets.isEmpty else { return }
    let packets = Array(packets)
    try restartingDecoder?.decode(packets, into: &decoded)
    restartingRatio?.add(waiting.samples, decoded.samples)
    try decoder.decode(packets, into: &decoded)
    ratio.add(waiting.samples, decoded.samples)
    noiseToMask?.add(waiting.samples, decoded.samples)
    waiting.dropFirst(frames: decoded.frameCount)
  }

  /// All has been compared.
  mutating func finish() { noiseToMask?.finish() }
}
