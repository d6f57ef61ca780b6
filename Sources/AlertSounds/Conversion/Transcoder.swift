import AudioCodecs
import AudioProcessing
import AudioTypes

/// The way from PCM to the packets of one output, block by block: process → encode.
struct Transcoder {
  private(set) var output: ConversionOutput
  private var source: any PCMSource
  private var encoder: any PacketEncoder
  private var monitor: CodingMonitor?
  private var block: PCMBuffer
  private var packets: [UInt8] = []

  init(
    _ input: any PCMSource, to output: ConversionOutput, measuresSignalToNoise: Bool,
    measuresNoiseToMask: Bool = false
  ) throws {
    let plan = output.plan
    self.output = output
    do {
      source = try plan.processed(input)
    } catch let error as ResamplingError { throw SoundError.request("\(error)") }
    block = PCMBuffer(channelCount: plan.dataFormat.channelCount)
    do {
      encoder = try makeEncoder(
        for: plan.dataFormat, effort: plan.effort, optimization: plan.optimization,
        usesAllCores: true)
      if measuresSignalToNoise {
        monitor = try CodingMonitor(plan.dataFormat, measuresNoiseToMask: measuresNoiseToMask)
      }
    } catch { throw SoundError.codec(path: output.path, error) }
  }

  /// dB; nil where it was not measured or there was no signal.
  var signalToNoise: Double? { monitor?.ratio.decibels }

  /// The same for decoders that start each packet from its preamble; nil where all do the same.
  var restartingSignalToNoise: Double? { monitor?.restartingRatio?.decibels }

  /// dB; nil where it was not measured or nothing sounds.
  var noiseToMask: Double? { monitor?.noiseToMask?.decibels }

  /// Converts one more block.
  /// - Returns: whether there is more to come.
  mutating func step() throws -> Bool {
    try source.read(into: &block)
    let isLast = block.frameCount == 0
    output.frameCount += Int64(block.frameCount)
    let start = packets.count
    if isLast {
      encoder.finish(into: &packets)
    } else {
      encoder.encode(block, into: &packets)
    }
    try monitor?.compare(block, with: packets[start...])
    if isLast { monitor?.finish() }
    if isLast || packets.count >= ConversionOutput.pieceSize {
      try output.write(packets)
      packets.removeAll(keepingCapacity: true)
    }
    return !isLast
  }
}

extension ConversionPlan {
  /// `pcm` with the channels, the sample rate and the dither of the plan.
  func processed(_ pcm: any PCMSource) throws -> any PCMSource {
    var source = pcm
    if let cut { source = CutSource(source, seconds: cut.seconds, fade: cut.fade) }
    // Fewer channels first: what is dropped need not be resampled.
    if source.channelCount > dataFormat.channelCount { source = withChannels(source) }
    if source.sampleRate != dataFormat.sampleRate {
      source = try ResamplingSource(
        source, to: dataFormat.sampleRate, quality: resamplingQuality)
    }
    if source.channelCount < dataFormat.channelCount { source = withChannels(source) }
    if dithers, case .linearPCM(let pcm) = dataFormat.coding, pcm.sampleType != .float {
      source = DitheredSource(source, bitDepth: pcm.bitDepth)
    }
    return source
  }

  private func withChannels(_ source: any PCMSource) -> any PCMSource {
    mixes
      ? MixSource(source, channelCount: dataFormat.channelCount)
      : ChannelSource(source, channelCount: dataFormat.channelCount)
  }
}
