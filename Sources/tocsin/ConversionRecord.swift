import AlertSounds
import AudioContainers
import AudioTypes

/// What became of one conversion, as it is printed.
struct ConversionRecord: Encodable, Sendable {
  let input: String
  let output: String
  var container: String?
  var dataFormat: String?
  var sampleRate: Double?
  var channels: Int?
  var frames: Int64?
  var duration: Double?
  var inputBytes: Int64?
  var outputBytes: Int64?
  /// dB; absent where nothing was lost.
  var signalToNoise: Double?
  /// The same for decoders of IMA4 that start each packet from its preamble.
  var restartingSignalToNoise: Double?
  var warnings: [String] = []
  var error: String?

  init(input: String, output: String, _ result: Result<ConversionResult, any Error>) {
    self.input = input
    self.output = output
    switch result {
    case .failure(let failure): error = "\(failure)"
    case .success(let result):
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
    }
  }

  /// The cells of the batch table.
  var row: [String] {
    guard let dataFormat, let duration, let inputBytes, let outputBytes else {
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
