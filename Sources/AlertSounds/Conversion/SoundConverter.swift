public import AudioContainers
public import AudioTypes

/// What a conversion made.
public struct ConversionResult: Sendable {
  public let container: Container
  public let dataFormat: DataFormat
  /// Frames of sound in the output.
  public let frameCount: Int64
  public let inputFrames: Int64?
  public let inputBytes: Int64
  public let outputBytes: Int64
  /// dB; infinite for lossless, nil where it was not measured or there was no signal.
  public let signalToNoise: Double?
  /// The same for decoders of IMA4 that start each packet from its preamble; nil for other codings.
  public let restartingSignalToNoise: Double?
  /// dB of the noise over what the sound hides of it, for IMA4; nil where it was not measured.
  public let noiseToMask: Double?
  /// What the user should know, each a sentence.
  public let warnings: [String]

  /// Seconds of sound.
  public var duration: Double { Double(frameCount) / dataFormat.sampleRate }
}

/// Converts sounds as afconvert does: a stream from file to file, in constant memory.
public struct SoundConverter: Sendable {
  /// One of the files that a conversion makes.
  public struct Output: Sendable {
    public var path: String
    public var request: ConversionRequest
    /// Whether the output may take the place of the input; else that is refused.
    public var mayReplaceInput = false

    public init(_ path: String, _ request: ConversionRequest) {
      self.path = path
      self.request = request
    }
  }

  public var request: ConversionRequest
  /// Decodes what was encoded, while it is in the cache, and compares.
  public var measuresSignalToNoise: Bool

  public init(_ request: ConversionRequest, measuresSignalToNoise: Bool = false) {
    self.request = request
    self.measuresSignalToNoise = measuresSignalToNoise
  }

  /// Converts the file `input` to `output`, which is replaced whole or not at all.
  public func convert(_ input: String, to output: String) throws -> ConversionResult {
    try convert(try SoundFile(path: input), to: output)
  }

  /// Converts an open sound to `output`, which is replaced whole or not at all.
  public func convert(_ sound: SoundFile, to output: String) throws -> ConversionResult {
    try Self.convert(
      sound, to: [Output(output, request)], measuresSignalToNoise: measuresSignalToNoise)[0]
  }

  /// Converts an open sound to several outputs in one pass over it.
  /// - Parameter measuresNoiseToMask: whether IMA4 is measured by the ear too, where it is at all.
  /// - Returns: the results, in the order of `outputs`.
  public static func convert(
    _ sound: SoundFile, to outputs: [Output], measuresSignalToNoise: Bool = false,
    measuresNoiseToMask: Bool = false
  ) throws -> [ConversionResult] {
    for (index, output) in outputs.enumerated()
    where outputs[..<index].contains(where: { $0.path == output.path }) {
      throw SoundError.request("two outputs are named \(printable(output.path))")
    }
    let format = SourceFormat(sound)
    let files = try outputs.map { output in
      var plan = try ConversionPlan(output.request, output: output.path, source: format)
      if plan.container == .caf {
        let chunks = try output.request.extraChunks.contents(for: sound)
        plan.writing.chunks.merge(chunks) { $1 }
      }
      return try ConversionOutput(
        plan, at: output.path, input: output.mayReplaceInput ? nil : sound.identity)
    }
    let recodedCount = files.count { !$0.plan.copiesPackets }
    var branches = recodedCount > 0 ? try sound.branches(recodedCount)[...] : []
    var jobs = try files.map { file in
      if file.plan.copiesPackets { return ConversionJob.copy(file) }
      let source = branches.removeFirst()
      return .transcode(
        try Transcoder(
          source, to: file, measuresSignalToNoise: measuresSignalToNoise,
          measuresNoiseToMask: measuresNoiseToMask))
    }
    // In turns, so that what one output has read and another has not stays small.
    while try jobs.indices.reduce(false, { try jobs[$1].step(sound) || $0 }) {}
    return try jobs.map { try $0.finish(sound) }
  }
}

/// One output of a conversion on its way.
private enum ConversionJob {
  case copy(ConversionOutput)
  case transcode(Transcoder)
  /// All is written but the header.
  case done(
    ConversionOutput, signalToNoise: Double?, restarting: Double?, noiseToMask: Double?)

  /// Does a piece of the work.
  /// - Returns: whether there is more to do.
  mutating func step(_ sound: SoundFile) throws -> Bool {
    switch self {
    case .done: break
    case .copy(var output):
      try output.copyPackets(of: sound)
      self = .done(output, signalToNoise: nil, restarting: nil, noiseToMask: nil)
    case .transcode(var transcoder):
      // The enum lets go of its copy, so that the buffers are not copied at each step.
      self = .done(transcoder.output, signalToNoise: nil, restarting: nil, noiseToMask: nil)
      let hasMore = try transcoder.step()
      self =
        hasMore
        ? .transcode(transcoder)
        : .done(
          transcoder.output, signalToNoise: transcoder.signalToNoise,
          restarting: transcoder.restartingSignalToNoise, noiseToMask: transcoder.noiseToMask)
    }
    if case .transcode = self { return true }
    return false
  }

  func finish(_ sound: SoundFile) throws -> ConversionResult {
    guard case .done(let output, let signalToNoise, let restarting, let noiseToMask) = self else {
      preconditionFailure("a conversion is finished when its last step is done")
    }
    return ConversionResult(
      container: output.plan.container, dataFormat: output.plan.dataFormat,
      frameCount: output.frameCount, inputFrames: sound.frameCount, inputBytes: sound.byteCount,
      outputBytes: try output.finish(), signalToNoise: signalToNoise,
      restartingSignalToNoise: restarting, noiseToMask: noiseToMask,
      warnings: sound.warnings(converting: output.plan, frameCount: output.frameCount))
  }
}

extension SoundFile {
  /// The sound's PCM for `count` readers in one pass.
  fileprivate func branches(_ count: Int) throws -> [any PCMSource] {
    SharedSource(try pcm(), readerCount: count).branches
  }
}
