import AlertSounds
import AudioContainers
import AudioTypes
import ConsoleOutput

/// The lines of afconvert's `-v`, and the quality of what was coded.
struct ConversionReport {
  private let sound: SoundFile
  private let isVerbose: Bool

  init(_ sound: SoundFile, isVerbose: Bool) {
    self.sound = sound
    self.isVerbose = isVerbose
  }

  func begin() {
    guard isVerbose else { return }
    let frames = sound.frameCount.map { ", \($0) frames" } ?? ""
    Console.print("Input file: \(printable(sound.path))\(frames)")
  }

  func add(_ result: ConversionResult, at path: String) {
    for warning in result.warnings { Console.complain("*** warning: \(warning)") }
    guard isVerbose else { return }
    Console.print(
      """
      Formats:
        Input file    \(sound.formatLine)
        Output file   \(result.dataFormat.streamDescription)
      Output file: \(printable(path)), \(result.frameCount) frames
      """)
    if let ratio = result.signalToNoise, ratio.isFinite {
      let restarting = result.restartingSignalToNoise.map {
        ", \(fixed($0, decimals: 2)) dB in decoders that restart at each packet"
      }
      Console.print("Signal-to-noise ratio: \(fixed(ratio, decimals: 2)) dB\(restarting ?? "")")
    }
    if let ratio = result.noiseToMask {
      Console.print("Noise-to-mask ratio: \(fixed(ratio, decimals: 2)) dB")
    }
  }
}
