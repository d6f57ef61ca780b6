import AudioCodecs
public import AudioContainers
import AudioProcessing
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
  /// What the user should know, each a sentence.
  public let warnings: [String]

  /// Seconds of sound.
  public var duration: Double { Double(frameCount) / dataFormat.sampleRate }
}

/// Converts sounds as afconvert does: a stream from file to file, in constant memory.
public struct SoundConverter: Sendable {
  public var request: ConversionRequest
  /// Decodes what was encoded, while it is in the cache, and compares.
  public var measuresSignalToNoise: Bool

  public init(_ request: ConversionRequest, measuresSignalToNoise: Bool = false) {
    self.request = request
    self.measuresSignalToNoise = measuresSignalToNoise
  }

  /// Converts the file `input` to `output`, which is replaced whole or not at all.
  public func convert(_ input: String, to output: String) throws -> ConversionResult {
    let sound = try SoundFile(path: input)
    return try convert(sound, to: output)
  }

  /// Converts an open sound to `output`, which is replaced whole or not at all.
  public func convert(_ sound: SoundFile, to output: String) throws -> ConversionResult {
    let plan = try ConversionPlan(request, output: output, source: SourceFormat(sound.content))
    let file: AtomicFile
    do {
      file = try AtomicFile(path: output, input: sound.identity)
    } catch { throw SoundError.file(error) }
    var run = try ConversionRun(sound, plan, to: file, output: output)
    if plan.copiesPackets {
      try run.copyPackets()
    } else {
      try run.transcode(measuresSignalToNoise: measuresSignalToNoise)
    }
    return try run.finish()
  }
}
