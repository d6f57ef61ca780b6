import AlertSounds
import AudioContainers
import AudioTypes

/// One input, one output.
struct SingleConversion {
  private let request: ConversionRequest
  private let input: String
  private let output: String

  init(_ request: ConversionRequest, input: String, output: String) {
    self.request = request
    self.input = input
    self.output = output
  }

  func run(isVerbose: Bool, wantsJSON: Bool) throws {
    do {
      let sound = try SoundFile(path: input)
      let result = try SoundConverter(request, measuresSignalToNoise: isVerbose || wantsJSON)
        .convert(sound, to: output)
      for warning in result.warnings { Console.complain("warning: \(warning)") }
      if wantsJSON {
        try Console.printJSON(ConversionRecord(input: input, output: output, .success(result)))
      } else if isVerbose {
        Console.print(report(sound, result))
      }
    } catch let error as SoundError {
      Console.complain("Error: \(error)")
      throw ExitStatus.failure
    }
  }

  /// The lines of afconvert's `-v`, and the quality.
  private func report(_ sound: SoundFile, _ result: ConversionResult) -> String {
    var lines = [
      "Input file: \(printable(input)), \(sound.frameCount ?? result.frameCount) frames",
      "Formats:",
      "  Input file    \(sound.formatLine)",
      "  Output file   \(result.dataFormat.streamDescription)",
      "Output file: \(printable(output)), \(result.frameCount) frames",
    ]
    if let ratio = result.signalToNoise, ratio.isFinite {
      lines.append("Signal-to-noise ratio: \(fixed(ratio, decimals: 2)) dB")
    }
    return lines.joined(separator: "\n")
  }
}
