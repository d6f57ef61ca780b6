import AlertSounds
import AudioContainers
import AudioTypes
import Files

/// The lines of afconvert's `-v`, and the quality of what was coded.
struct ConversionReport {
  private let sound: SoundFile
  private let result: ConversionResult
  private let name: String

  init(_ sound: SoundFile, _ result: ConversionResult, path: String) {
    self.sound = sound
    self.result = result
    name = printable(String(lastComponent(of: path)))
  }

  /// The line about the input. afconvert prints names without their folders.
  var head: [String] {
    let frames = sound.frameCount.map { ", \($0) frames" } ?? ""
    return ["Input file: \(printable(String(lastComponent(of: sound.path))))\(frames)"]
  }

  /// The lines about one output.
  var lines: [String] {
    [
      """
      Formats:
        Input file    \(sound.formatLine)
        Output file   \(result.dataFormat.streamDescription)
      Output file: \(name), \(result.frameCount) frames
      """
    ] + [qualityLine, earLine].compactMap(\.self)
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

  /// What was made.
  var choice: String {
    "\(name): \(result.containerName), \(result.dataFormat.codingName), "
      + "\(result.dataFormat.channelCount) ch, \(fixed(result.dataFormat.sampleRate, decimals: 0)) Hz, "
      + "\(fixed(result.duration, decimals: 3)) s"
  }
}
