import AlertSounds
import ArgumentParser
import AudioContainers
import AudioTypes

struct ConvertCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert",
    abstract: "Convert a sound to CAF, WAVE or AIFF, as afconvert does.",
    discussion: """
      Options are those of afconvert: of a short one only the first letter counts, and those
      behind an -o are for that output alone. -hf lists the formats.

      FILE FORMATS (-f): caff WAVE AIFF AIFC; without -f the output's extension tells.
      DATA FORMATS (-d): ima4 ulaw alaw, or linear PCM as [BE|LE]{I|UI|F}{8|16|24|32|64};
      append @RATE to resample. '-d 0' copies the packets of the source untouched.
      Without -d the first 16-bit format of the file format is taken.

      EXAMPLES
        tocsin convert Submarine.aiff sub.caf -d ima4 -f caff -v
        tocsin convert music.ogg alert.wav -d LEI16@22050 -c 1 --mix
        tocsin convert in.wav -o a.caf -d ima4 -o b.wav -d ulaw
        tocsin convert --to caff:ima4 --output-dir Sounds /usr/share/sounds/alsa/*.wav
      """)

  @Argument(help: "The input and an output; with --output-dir all are inputs.")
  var files: [String] = []

  @OptionGroup var options: ConversionOptions

  @Option(
    name: .customLong("to"),
    help: ArgumentHelp("Short for -f and -d.", valueName: "fileformat[:dataformat]"))
  var target: String?

  @Option(
    name: .customLong("output-dir"),
    help: ArgumentHelp("Convert every file into this folder.", valueName: "folder"))
  var outputFolder: String?

  @Flag(name: .customLong("json"), help: "Print the results as JSON.")
  var wantsJSON = false

  /// Long options beside afconvert's and the number of their values.
  static let ownOptions = ["--to": 1, "--output-dir": 1, "--json": 0, "--version": 0]

  func validate() throws {
    if target != nil, options.fileFormat != nil || options.dataFormat != nil {
      throw ValidationError("--to says the same as -f and -d: use one or the other")
    }
  }

  func run() throws {
    try Conversion(self, outputs: []).run(as: .tocsin)
  }
}

extension ConvertCommand: ConversionCommand {}
