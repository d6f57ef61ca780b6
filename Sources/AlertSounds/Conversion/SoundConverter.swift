public import AudioContainers
public import AudioTypes
import Files

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

    /// The container that will be written for `sound`.
    /// - Throws: `SoundError` where the conversion is not possible.
    public func container(for sound: SoundFile) throws(SoundError) -> Container {
      try ConversionPlan(request, output: path, source: sound).container
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

  /// Converts an open sound to several outputs. They all appear when the last one is written, or
  /// none does.
  /// - Parameters:
  ///   - others: sounds that follow the first one; they get its rate and channels.
  ///   - progress: called with the part of the work that is done, 0…1, where that is known.
  /// - Returns: the results, in the order of `outputs`.
  /// - Throws: `SoundError`.
  public static func convert(
    _ sound: SoundFile, joinedWith others: [SoundFile] = [], to outputs: [Output],
    measuresSignalToNoise: Bool = false, progress: (Double) -> Void = { _ in }
  ) throws -> [ConversionResult] {
    let sounds = [sound] + others
    var files = try outputs.map { output in
      var plan = try ConversionPlan(
        output.request, output: output.path, source: sound, isJoined: !others.isEmpty)
      if plan.container == .caf {
        let chunks = try output.request.extraChunks.contents(for: sound)
        plan.writing.chunks.merge(chunks) { $1 }
      }
      return try ConversionOutput(plan, for: output, inputs: sounds.map(\.identity))
    }
    try refuseTwins(files)
    for index in files.indices {
      let total = sounds.totalFrames(at: files[index].plan.dataFormat.sampleRate)
      try files[index].write(
        sound, joinedWith: others, measuresSignalToNoise: measuresSignalToNoise
      ) { done in
        guard let total, total > 0 else { return }
        progress((Double(index) + min(1, Double(done) / total)) / Double(outputs.count))
      }
    }
    return try files.map { try ConversionResult($0, bytes: $0.commit(), of: sounds) }
  }

  /// Two outputs that are one file, however they are spelled.
  private static func refuseTwins(_ files: [ConversionOutput]) throws(SoundError) {
    var seen: Set<AtomicFile.Target?> = []
    for file in files where !seen.insert(file.file.target).inserted {
      throw .request("two outputs are the same file, \(printable(file.path))")
    }
  }
}

extension ConversionResult {
  fileprivate init(_ output: ConversionOutput, bytes: Int64, of sounds: [SoundFile]) {
    container = output.plan.container
    dataFormat = output.plan.dataFormat
    frameCount = output.frameCount
    inputFrames = sounds.count == 1 ? sounds[0].frameCount : nil
    inputBytes = sounds.reduce(0) { $0 + $1.byteCount }
    outputBytes = bytes
    signalToNoise = output.signalToNoise
    restartingSignalToNoise = output.restartingSignalToNoise
    warnings = sounds.flatMap {
      $0.warnings(converting: output.plan, frameCount: output.frameCount)
    }
  }
}

extension [SoundFile] {
  /// Frames of all the sounds at `sampleRate` Hz, as a progress bar counts them.
  fileprivate func totalFrames(at sampleRate: Double) -> Double? {
    reduce(0.0) { sum, sound in
      guard let sum, let count = sound.frameCount else { return nil }
      return sum + Double(count) * sampleRate / sound.sampleRate
    }
  }
}
