import AudioCodecs
import AudioContainers
import AudioProcessing
import AudioTypes
import Files

/// One file that a conversion makes: a whole container, or nothing.
struct ConversionOutput {
  let plan: ConversionPlan
  let path: String
  let file: OutputFile
  /// Frames of sound.
  private(set) var frameCount: Int64 = 0
  /// dB; nil where it was not measured or there was no signal.
  private(set) var signalToNoise: Double?
  /// The same for decoders of IMA4 that start each packet from its preamble.
  private(set) var restartingSignalToNoise: Double?

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

  /// Writes all of `sound`, and `others` after it; the file has no name yet.
  /// - Parameter progress: called with the frames of the output that are done.
  mutating func write(
    _ sound: SoundFile, joinedWith others: [SoundFile], measuresSignalToNoise: Bool,
    progress: (Int64) -> Void
  ) throws {
    do {
      let writer = try ContainerWriter(plan.container, plan.dataFormat, to: file, plan.writing)
      if plan.copiesPackets, case .container(let description) = sound.content {
        let source = ContainerSound(description, in: sound.source, path: sound.path)
        frameCount = try source.copyPackets(to: writer)
      } else {
        let track = try sound.track().joined(with: others.map { try $0.track() })
        try encode(
          try plan.processed(track), to: writer, measuresSignalToNoise: measuresSignalToNoise,
          progress)
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
    _ source: any PCMSource, to writer: ContainerWriter<OutputFile>, measuresSignalToNoise: Bool,
    _ progress: (Int64) -> Void
  ) throws {
    var encoder = try SoundEncoder(writer, effort: plan.request.effort, usesAllCores: true)
    var monitor = measuresSignalToNoise ? try CodingMonitor(plan.dataFormat) : nil
    var done: Int64 = 0
    try encoder.encode(source) { block, packets in
      try monitor?.compare(block, with: packets)
      done += Int64(block.frameCount)
      progress(done)
    }
    frameCount = encoder.frameCount
    signalToNoise = monitor?.ratio.decibels
    restartingSignalToNoise = monitor?.restartingRatio?.decibels
    _ = try encoder.finish()
  }

  /// Gives the file its name.
  /// - Returns: its size in bytes.
  func commit() throws(SoundError) -> Int64 {
    do { try file.commit() } catch { throw .file(error) }
    return file.byteCount
  }
}
