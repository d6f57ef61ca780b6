public import AudioFormats
import AudioProcessing
public import Files

/// An alert container that a conversion makes.
struct ConversionOutput: SoundOutput {
  let plan: ContainerPlan
  let path: String
  let file: OutputFile
  /// Frames of sound.
  private(set) var frameCount: Int64 = 0
  /// dB; nil where it was not measured or there was no signal.
  private(set) var signalToNoise: Double?
  /// The same for decoders of IMA4 that start each packet from its preamble.
  private(set) var restartingSignalToNoise: Double?
  /// The noise-to-mask ratio in dB; nil where it was not measured, and for silence.
  private(set) var noiseToMask: Double?

  /// Opens the output at `output.path`, which must not be one of the files `inputs`.
  init(
    _ plan: ContainerPlan, for output: SoundConverter.Output, inputs: [FileIdentity]
  ) throws(SoundError) {
    self.plan = plan
    path = output.path
    do {
      file = try OutputFile(
        path: path, inputs: output.mayReplaceInput ? [] : inputs,
        followsLinks: !output.mayReplaceInput)
    } catch { throw .file(error) }
  }

  var dataFormat: DataFormat { plan.dataFormat }

  mutating func write(
    _ sounds: [SoundFile], measures: ConversionMeasures, progress: (Int64) -> Void
  ) throws {
    do {
      let writer = try ContainerWriter(plan.container, plan.dataFormat, to: file, plan.writing)
      if plan.copiesPackets, case .container(let description) = sounds[0].content {
        let source = ContainerSound(description, in: sounds[0].source, path: sounds[0].path)
        frameCount = try source.copyPackets(to: writer)
      } else {
        let source = try plan.processed(sounds.track())
        // Linear PCM is encoded faster than blocks change cores.
        let readsAhead = dataFormat.coding == .ima4 && sounds.canBeReadAhead
        try encode(
          readsAhead ? ReadAheadSource(source) : source, to: writer, measures: measures, progress)
      }
    } catch let error as ContainerError {
      if case .file(let fileError) = error { throw SoundError.file(fileError) }
      throw SoundError.output(path: path, error)
    } catch let error as CodecError {
      throw SoundError.codec(path: path, error)
    } catch let error as ResamplingError {
      throw SoundError.request("\(error)")
    } catch let error as LoudnessError {
      throw SoundError.request("\(printable(sounds[0].path)): \(error)")
    } catch let error as FileError {
      throw SoundError.file(error)
    }
  }

  private mutating func encode(
    _ source: any PCMSource, to writer: ContainerWriter<OutputFile>, measures: ConversionMeasures,
    _ progress: (Int64) -> Void
  ) throws {
    var encoder = try SoundEncoder(
      writer, effort: plan.request.effort, optimization: plan.request.optimization,
      usesAllCores: true)
    var monitor =
      measures.isEmpty
      ? nil
      : try CodingMonitor(
        plan.dataFormat, measuresNoiseToMask: measures.contains(.noiseToMask))
    var done: Int64 = 0
    try encoder.encode(source) { block, packets in
      try monitor?.compare(block, with: packets)
      done += Int64(block.frameCount)
      progress(done)
    }
    frameCount = encoder.frameCount
    signalToNoise = monitor?.ratio.decibels
    restartingSignalToNoise = monitor?.restartingRatio?.decibels
    monitor?.finish()
    noiseToMask = monitor?.noiseToMask?.decibels
    _ = try encoder.finish()
  }

  func commit(madeOf sounds: [SoundFile]) throws -> ConversionResult {
    do { try file.commit() } catch { throw SoundError.file(error) }
    return ConversionResult(
      container: plan.container, containerName: plan.container.name, dataFormat: dataFormat,
      frameCount: frameCount, inputFrames: sounds.count == 1 ? sounds[0].frameCount : nil,
      inputBytes: sounds.reduce(0) { $0 + $1.byteCount }, outputBytes: file.byteCount,
      signalToNoise: signalToNoise, restartingSignalToNoise: restartingSignalToNoise,
      noiseToMask: noiseToMask,
      warnings: sounds.flatMap {
        $0.warnings(converting: plan, frameCount: frameCount, among: sounds)
      })
  }
}

extension [SoundFile] {
  /// Whether any thread may read the sounds. A program that decodes works beside us anyway, and the
  /// system ends it with the thread that has started it.
  fileprivate var canBeReadAhead: Bool { allSatisfy { !$0.needsFFmpeg } }

  /// All of the sounds as one track, with the rate and channels of the first one.
  func track() throws -> PCMTrack {
    try self[0].track().joined(with: dropFirst().map { try $0.track() })
  }
}

/// PCM → packets → container: the loop in which every sound is encoded.
struct SoundEncoder<Sink: ByteSink> {
  /// Frames of sound so far.
  private(set) var frameCount: Int64 = 0
  private var encoder: any PacketEncoder
  private var writer: ContainerWriter<Sink>
  private var packets: [UInt8] = []

  /// Packets are written in pieces of about this many bytes.
  static var pieceSize: Int { 1 << 18 }

  init(
    _ writer: ContainerWriter<Sink>, effort: IMA4Encoder.Effort = .normal,
    optimization: IMA4Optimization = .signal, usesAllCores: Bool = false
  ) throws(CodecError) {
    encoder = try makeEncoder(
      for: writer.dataFormat, effort: effort, optimization: optimization,
      usesAllCores: usesAllCores)
    self.writer = writer
  }

  /// Encodes `source` to its end.
  /// - Parameter observe: sees each block and the packets that were made of it; the last block is
  ///   empty.
  mutating func encode(
    _ source: any PCMSource, observe: (PCMBuffer, ArraySlice<UInt8>) throws -> Void = { _, _ in }
  ) throws {
    var source = source
    try checkLength(source.frameCount ?? 0)
    try source.forEachBlock { block in
      frameCount += Int64(block.frameCount)
      try checkLength(frameCount)
      let start = packets.count
      encoder.encode(block, into: &packets)
      try observe(block, packets[start...])
      if packets.count >= Self.pieceSize { try flush() }
    }
    let start = packets.count
    encoder.finish(into: &packets)
    try observe(PCMBuffer(channelCount: source.channelCount), packets[start...])
    try flush()
  }

  private func checkLength(_ frames: Int64) throws(CodecError) {
    guard let limit = encoder.frameLimit, frames > limit else { return }
    let seconds = fixed(Double(limit) / writer.dataFormat.sampleRate, decimals: 0)
    throw .limit(
      "encoding for hearing keeps the whole sound in memory and takes \(seconds) s at most: "
        + "cut it, or encode it without --optimize hearing")
  }

  private mutating func flush() throws {
    try writer.write(packets)
    packets.removeAll(keepingCapacity: true)
  }

  /// Completes the container.
  /// - Returns: the sink with the whole container in it.
  consuming func finish() throws(ContainerError) -> Sink {
    try writer.finish(validFrames: frameCount)
  }
}

/// Encodes `source`, which has the rate and the channels of the writer's data format, and completes
/// the container.
/// - Throws: any error from the source, `CodecError`, `ContainerError`.
public func writeSound<Sink: ByteSink>(
  _ source: any PCMSource, to writer: ContainerWriter<Sink>
) throws {
  var encoder = try SoundEncoder(writer)
  try encoder.encode(source)
  _ = try encoder.finish()
}
