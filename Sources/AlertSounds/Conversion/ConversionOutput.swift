import AudioCodecs
import AudioContainers
import AudioProcessing
import AudioTypes
import Files

/// An alert container that a conversion makes.
struct ConversionOutput: SoundOutput {
  let plan: ConversionPlan
  let path: String
  let file: OutputFile
  /// Frames of sound.
  private(set) var frameCount: Int64 = 0
  /// dB; nil where it was not measured or there was no signal.
  private(set) var signalToNoise: Double?
  /// The same for decoders of IMA4 that start each packet from its preamble.
  private(set) var restartingSignalToNoise: Double?
  /// dB; nil where it was not measured or nothing sounds.
  private(set) var noiseToMask: Double?

  /// Opens the output at `output.path`, which must not be one of the files `inputs`.
  init(
    _ plan: ConversionPlan, for output: SoundConverter.Output, inputs: [FileIdentity]
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
      warnings: sounds.flatMap { $0.warnings(converting: plan, frameCount: frameCount) })
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
