import AlertPlayback
import AlertSounds
import ArgumentParser
import AudioContainers
import AudioTypes

struct PlayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "play",
    abstract: "Play a sound.",
    discussion: """
      EXAMPLES
        tocsin play alert.caf
        tocsin play --device file:heard.wav alert.caf
      """)

  @Argument(help: "The sound.")
  var file: String

  @Option(name: .customLong("device"), help: "An ALSA device, or file:PATH for a WAVE file.")
  var device = "default"

  func run() throws {
    do {
      let sound = try SoundFile(path: file)
      if device.hasPrefix("file:") {
        let request = ConversionRequest(
          container: .wave, dataFormat: DataFormatRequest(.linearPCM(.int16(.littleEndian))))
        _ = try SoundConverter(request).convert(sound, to: String(device.dropFirst(5)))
      } else {
        let pcm = try sound.pcm()
        let output = try ALSADevice(
          device, sampleRate: pcm.sampleRate, channelCount: pcm.channelCount)
        try Player(output).play(pcm)
      }
    } catch let error as SoundError {
      Console.complain("Error: \(error)")
      throw ExitStatus.failure
    } catch let error as PlaybackError {
      Console.complain("Error: \(error)")
      throw ExitStatus.failure
    }
  }
}
