public import AudioFormats
public import Files

/// The result of a conversion.
public struct ConversionResult: Sendable {
  /// nil for a file format that ffmpeg writes.
  public let container: Container?
  /// The file format, for people.
  public let containerName: String
  /// The format that was written.
  public let dataFormat: DataFormat
  /// Frames of sound in the output.
  public let frameCount: Int64
  /// Frames of sound in the input, at its own rate; nil if their number is unknown.
  public let inputFrames: Int64?
  /// Bytes of the input's file.
  public let inputBytes: Int64
  /// Bytes of the output's file.
  public let outputBytes: Int64
  /// dB; infinite for lossless, nil where it was not measured or there was no signal.
  public let signalToNoise: Double?
  /// The same for decoders of IMA4 that start each packet from its preamble; nil for other codings.
  public let restartingSignalToNoise: Double?
  /// The level of the noise in dB above the noise that the sound hides, for IMA4; nil where it was
  /// not measured.
  public let noiseToMask: Double?
  /// The warnings for the user, each a sentence.
  public let warnings: [String]

  /// Seconds of sound.
  public var duration: Double { Double(frameCount) / dataFormat.sampleRate }
}

/// The quality measures of lossy output, which decode it again.
public struct ConversionMeasures: OptionSet, Sendable {
  /// The options as a mask of bits.
  public let rawValue: Int
  /// Takes the options of a mask; bits without a name are kept.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// The signal-to-noise ratio, in dB.
  public static let signalToNoise = ConversionMeasures(rawValue: 1)
  /// The audible part of the noise, for IMA4 alone; it takes longer.
  public static let noiseToMask = ConversionMeasures(rawValue: 2)
}

/// Converts sounds as afconvert does: a stream from file to file. Only IMA4 that is optimized for hearing
/// keeps the whole sound in memory, and takes 60 s at most.
public struct SoundConverter: Sendable {
  /// One of the files that a conversion makes.
  public struct Output: Sendable {
    /// The path that the output gets when it is whole.
    public var path: String
    /// The format and content of the output.
    public var request: ConversionRequest
    /// Whether the output may replace the input; otherwise that is refused.
    public var mayReplaceInput = false

    /// An output that is not written yet; it replaces the file at `path`.
    public init(_ path: String, _ request: ConversionRequest) {
      self.path = path
      self.request = request
    }
  }

  /// The format and content of every output of this converter.
  public var request: ConversionRequest
  /// Whether encoded packets are decoded and compared while they are in the cache.
  public var measuresSignalToNoise: Bool

  /// A converter; measuring the signal-to-noise ratio costs about a decoding.
  public init(_ request: ConversionRequest, measuresSignalToNoise: Bool = false) {
    self.request = request
    self.measuresSignalToNoise = measuresSignalToNoise
  }

  /// Converts the file `input` to `output`, which is replaced completely or stays as it was.
  /// - Throws: ``SoundError``; no partial file is left.
  public func convert(_ input: String, to output: String) throws -> ConversionResult {
    try convert(try SoundFile(path: input), to: output)
  }

  /// Converts an open sound to `output`, which is replaced completely or stays as it was.
  /// - Throws: ``SoundError``; no partial file is left.
  public func convert(_ sound: SoundFile, to output: String) throws -> ConversionResult {
    try Self.convert(
      [sound], by: [ConversionPlan(Output(output, request), of: [sound])],
      measures: measuresSignalToNoise ? .signalToNoise : [])[0]
  }

  /// Converts open sounds, one after the other, to several outputs. None appears before all are written. Then they get
  /// their names one after the other: where the system refuses one of these steps, the outputs
  /// before it are there, and the others are as they were.
  /// - Parameters:
  ///   - sounds: the sound, which is read once for each pass that the edits need, and those that
  ///     follow it; they get its rate and channels.
  ///   - plans: what is to be made of these sounds, each in another file.
  ///   - measures: the measures of the outputs.
  ///   - progress: called with the completed fraction of the work, 0…1, where that is known.
  ///   - review: called for each output that is a file, once all are written and before any has its
  ///     name; an error that it throws leaves every old file in its place.
  /// - Returns: the results, in the order of `plans`.
  /// - Throws: `SoundError`, also where the sound has frames and an output would have none;
  ///   and any error of `review`.
  public static func convert(
    _ sounds: [SoundFile], by plans: [ConversionPlan], measures: ConversionMeasures = [],
    progress: (Double) -> Void = { _ in }, review: ((FileSource) throws -> Void)? = nil
  ) throws -> [ConversionResult] {
    var files = try plans.map { try $0.file(of: sounds) }
    try refuseTwins(files)
    for index in files.indices {
      let total = sounds.totalFrames(at: files[index].dataFormat.sampleRate)
      try files[index].write(sounds, measures: measures) { done in
        guard let total, total > 0 else { return }
        progress((Double(index) + min(1, Double(done) / total)) / Double(plans.count))
      }
    }
    for file in files {
      try refuseNothing(file, of: sounds)
      if let review, case .file(let written) = file.file { try review(written.reader()) }
    }
    return try files.map { try $0.commit(madeOf: sounds) }
  }

  /// A cut past the end of a sound: an empty file must not take the place of an older one.
  private static func refuseNothing(
    _ file: any SoundOutput, of sounds: [SoundFile]
  ) throws(SoundError) {
    guard file.frameCount == 0, sounds.contains(where: { $0.frameCount != 0 }) else { return }
    throw .nothingLeft(of: sounds, file.path)
  }

  /// Two outputs that are one file, however they are spelled.
  private static func refuseTwins(_ files: [any SoundOutput]) throws(SoundError) {
    var seen: Set<AtomicFile.Target?> = []
    for file in files where !seen.insert(file.file.target).inserted {
      throw .request("two outputs are the same file, \(printable(file.path))")
    }
  }
}

/// One file that a conversion makes, complete or not at all.
protocol SoundOutput {
  var path: String { get }
  var file: OutputFile { get }
  var dataFormat: DataFormat { get }
  /// Frames of sound that are written.
  var frameCount: Int64 { get }

  /// Writes all of `sounds`, one after the other; the file has no name yet.
  /// - Parameter progress: called with the number of frames of the output that are written.
  mutating func write(
    _ sounds: [SoundFile], measures: ConversionMeasures, progress: (Int64) -> Void) throws

  /// Gives the file its name.
  func commit(madeOf sounds: [SoundFile]) throws -> ConversionResult
}

extension SoundError {
  /// The error of a conversion of `sounds` to `path` that would have no frame.
  static func nothingLeft(of sounds: [SoundFile], _ path: String) -> SoundError {
    let seconds = sounds.reduce(0.0) { $0 + Double($1.frameCount ?? 0) / $1.sampleRate }
    let length = seconds > 0 ? ", which has \(fixed(seconds, decimals: 3)) s" : ""
    let names = sounds.map { printable($0.path) }.joined(separator: " and ")
    return .request(
      "nothing is left of \(names)\(length): start earlier, or cut less; "
        + "\(printable(path)) was not written")
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
