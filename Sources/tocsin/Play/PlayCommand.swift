import ArgumentParser

struct PlayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "play",
    abstract: "Play sounds, as afplay does.",
    discussion: """
      Several sounds are played one after the other. A terminal shows the waveform
      and the time. Ctrl-C fades out and ends with status 130. The status is 1
      where a sound could not be played.

      EXAMPLES
        tocsin play alert.caf
        tocsin play -v 0.5 -t 2 --device hw:1 alert.caf
        tocsin play --device file:heard.wav alert.caf
      """)

  @Argument(help: "The sounds.")
  var files: [String]

  @OptionGroup var options: PlaybackOptions

  func validate() throws {
    if options.device.hasPrefix("file:"), files.count > 1 {
      throw ValidationError("--device file: writes one file: play one sound")
    }
  }

  func run() throws { try PlaybackJob(options, files).run() }
}

/// The same under afplay's own name.
struct AfplayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "afplay", abstract: "Play a sound.")

  @Argument(help: "The sound.")
  var file: String

  @OptionGroup var options: PlaybackOptions

  func run() throws { try PlaybackJob(options, [file]).run() }
}

/// The options of afplay, and the device.
struct PlaybackOptions: ParsableArguments {
  @Option(
    name: [.customShort("v"), .customLong("volume")],
    help: "The factor of every sample: 1 is as it is, 0 is silence.")
  var volume = 1.0

  @Option(
    name: [.customShort("t"), .customLong("time")],
    help: "Play this many seconds; the end is faded.")
  var seconds: Double?

  @Option(
    name: [.customShort("r"), .customLong("rate")],
    help: "The speed, 0.1 to 10; the pitch follows it.")
  var rate = 1.0

  @Option(
    name: [.customShort("q"), .customLong("rQuality")],
    help: "How well to resample: 0 is fast, 1 is best.")
  var quality = 1

  @Flag(
    name: [.customShort("d"), .customLong("debug")],
    help: "Print what the device accepts and how playing went.")
  var wantsDebug = false

  @Option(
    name: .customLong("device"),
    help: "An ALSA device, file:PATH for a WAVE file, or null for silence in real time.")
  var device = "default"

  func validate() throws {
    guard volume.isFinite, volume >= 0 else { throw ValidationError("-v must be 0 or more") }
    if let seconds, !(seconds.isFinite && seconds > 0) {
      throw ValidationError("-t must be more than 0 seconds")
    }
    guard (0.1...10).contains(rate) else { throw ValidationError("-r must be 0.1 to 10") }
    guard (0...1).contains(quality) else { throw ValidationError("-q must be 0 or 1") }
    if device == "file:" { throw ValidationError("--device file: needs a path after the colon") }
  }
}
