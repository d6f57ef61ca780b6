import AlertSounds
import AudioFormats
import Files

/// The result of one output of a conversion, as it is printed.
struct ConversionRecord: Encodable, Sendable {
  let input: String
  /// nil where the conversion failed before its output had a name.
  var output: String?
  var container: String?
  var dataFormat: String?
  var sampleRate: Double?
  var channels: Int?
  var frames: Int64?
  var duration: Double?
  var inputBytes: Int64?
  var outputBytes: Int64?
  /// dB; absent for lossless output.
  var signalToNoise: Double?
  /// The same for decoders of IMA4 that start each packet from its preamble.
  var restartingSignalToNoise: Double?
  var warnings: [String] = []
  var error: String?

  /// The failure, for people.
  private(set) var failure: (any Error)?
  /// The lines of `-v`.
  private(set) var report = ""
  /// The chosen format, if only the output's name was given.
  private(set) var choice: String?

  private enum CodingKeys: CodingKey {
    case input, output, container, dataFormat, sampleRate, channels, frames, duration
    case inputBytes, outputBytes, signalToNoise, restartingSignalToNoise, warnings, error
  }

  /// A job that failed.
  init(_ job: ConversionJob, _ failure: any Error) {
    input = job.inputs[0]
    output = job.outputs.count == 1 ? job.outputs[0].path : nil
    error = "\(failure)"
    self.failure = failure
  }

  /// One output of a job that was done.
  /// - Parameter isFirst: whether it is the job's first output.
  init(
    _ job: ConversionJob, _ output: SoundConverter.Output, _ result: ConversionResult,
    _ sound: SoundFile, isFirst: Bool
  ) {
    input = job.inputs[0]
    self.output = output.path
    container = result.containerName
    dataFormat = result.dataFormat.codingName
    sampleRate = result.dataFormat.sampleRate
    channels = result.dataFormat.channelCount
    frames = result.frameCount
    duration = result.duration
    inputBytes = result.inputBytes
    outputBytes = result.outputBytes
    signalToNoise = result.signalToNoise.flatMap { $0.isFinite ? $0 : nil }
    restartingSignalToNoise = result.restartingSignalToNoise.flatMap { $0.isFinite ? $0 : nil }
    warnings = result.warnings
    let report = ConversionReport(
      sound, result, path: output.path, layout: output.request.writing.channelLayout?.name)
    self.report = ((isFirst ? report.head : []) + report.lines).joined(separator: "\n")
    if !output.request.namesFormat { choice = report.choice }
  }

  /// The cells of the batch table.
  var row: [String] {
    guard let output, let dataFormat, let duration, let inputBytes, let outputBytes else {
      return [printable(input), "failed", "", "", "", "", "", ""]
    }
    return [
      printable(input), printable(output), dataFormat, fixed(duration, decimals: 3),
      String(inputBytes), String(outputBytes),
      fixed(Double(inputBytes) / Double(outputBytes), decimals: 2),
      signalToNoise.map { fixed($0, decimals: 1) } ?? "exact",
    ]
  }
}

/// The lines of afconvert's `-v`, and the quality of lossy output.
struct ConversionReport {
  private let sound: SoundFile
  private let result: ConversionResult
  private let name: String
  private let layout: String?

  /// - Parameter layout: the name of the channel layout that `-l` asks for.
  init(_ sound: SoundFile, _ result: ConversionResult, path: String, layout: String?) {
    self.sound = sound
    self.result = result
    self.layout = layout
    name = printable(String(lastComponent(of: path)))
  }

  /// The line about the input. afconvert prints names without their folders.
  var head: [String] {
    let frames = sound.frameCount.map { ", \($0) frames" } ?? ""
    let layout = layout.map { ", \($0)" } ?? ""
    return ["Input file: \(printable(String(lastComponent(of: sound.path))))\(frames)\(layout)"]
  }

  /// The lines about one output.
  var lines: [String] {
    [
      "Formats:", "  Input file    \(sound.formatLine)",
      "  Output file   \(result.dataFormat.streamDescription)",
      layout.map { String(repeating: " ", count: 17) + $0 },
      "Output file: \(name), \(result.frameCount) frames", qualityLine, earLine,
    ].compactMap(\.self)
  }

  private var qualityLine: String? {
    guard let ratio = result.signalToNoise, ratio.isFinite else { return nil }
    let restarting = result.restartingSignalToNoise.map {
      ", \(fixed($0, decimals: 2)) dB in decoders that restart at each packet"
    }
    return "Signal-to-noise ratio: \(fixed(ratio, decimals: 2)) dB\(restarting ?? "")"
  }

  private var earLine: String? {
    result.noiseToMask.map { "Noise-to-mask ratio: \(fixed($0, decimals: 2)) dB" }
  }

  /// The format that was made.
  var choice: String {
    "\(name): \(result.containerName), \(result.dataFormat.codingName), "
      + "\(result.dataFormat.channelCount) ch, \(fixed(result.dataFormat.sampleRate, decimals: 0)) Hz, "
      + "\(fixed(result.duration, decimals: 3)) s"
  }
}
