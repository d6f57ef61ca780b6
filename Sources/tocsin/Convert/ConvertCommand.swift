import AlertSounds
import ArgumentParser
import AudioFormats
import AudioProcessing

struct ConvertCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert",
    abstract: "Convert and edit sounds, as afconvert does and beyond it.",
    discussion: """
      Options are those of afconvert: only the first letter of a short one counts,
      and options after an -o are for that output alone. -hf lists the formats.
      '-' is standard input and standard output.

      FILE FORMATS (-f): caff WAVE AIFF AIFC, with ffmpeg also m4af adts flac Oggf;
      without -f the output's extension decides.
      DATA FORMATS (-d): ima4 ulaw alaw, linear PCM as [BE|LE]{I|UI|F}{8…64}, with
      ffmpeg also aac aach opus (-b: bits a second) alac flac; append @RATE to
      resample. '-d 0' copies the packets.
      Without -f and -d a CAF gets ima4, a WAVE or AIFF the PCM of the source.
      With -f alone the first 16-bit format of the file format is taken.

      EXISTING FILES
      An output named by -o is replaced. As the last argument it is kept if its
      extension is that of an input; it is also kept if it holds another kind of
      file, in a folder, too. --force replaces it.

      EXAMPLES
        tocsin convert Submarine.aiff sub.caf
        tocsin convert music.ogg alert.wav -d LEI16@22050 -c 1 --mix
        tocsin convert long.wav alert.caf --to 6 --fade-out 0.5 --normalize -16
        tocsin convert in.wav -o a.caf -d ima4 -o b.wav -d ulaw
        tocsin convert --join tick.wav bell.wav both.caf
        tocsin convert --raw LEI16@24000 speech.pcm speech.caf
        tocsin convert --to caff:ima4 --output-dir Sounds *.wav
      """)

  @Argument(help: "The input and an output; with --output-dir all are inputs.")
  var files: [String] = []

  @OptionGroup(title: "Conversion") var options: ConversionOptions

  @OptionGroup(title: "Editing") var editing: EditingOptions

  @Option(
    name: .customLong("to"),
    help: ArgumentHelp(
      "Short for -f and -d; a number is the end of the part that is kept (s).",
      valueName: "fileformat[:dataformat]|seconds"))
  var target: [String] = []

  @Option(
    name: .customLong("output-dir"),
    help: ArgumentHelp("Convert every file into this folder.", valueName: "folder"))
  var outputFolder: String?

  @Option(
    name: .customLong("raw"),
    help: ArgumentHelp(
      "The input has no header: its bytes are samples of this format, in -c channels (1).",
      valueName: "dataformat@rate"))
  var rawFormat: String?

  @Flag(
    name: .customLong("force"),
    help: "Replace an existing file of any kind; an input is never replaced.")
  var replacesAll = false

  @Flag(name: .customLong("json"), help: "Print the results as a JSON array.")
  var wantsJSON = false

  /// Long options beside afconvert's and the number of their values.
  static let ownOptions =
    EditingOptions.valueCounts.merging(
      ["--to": 1, "--output-dir": 1, "--json": 0, "--force": 0, "--raw": 1, "--version": 0]) { $1 }

  // `Tocsin.run` takes conversions before the parser does; this is for its help alone.
  func run() throws { throw CleanExit.helpRequest(Self.self) }
}

extension ConvertCommand: ConversionDeclaration {
  var wishes: ConversionWishes {
    get throws {
      var wishes = ConversionWishes()
      let ends = target.filter { Double($0) != nil }
      let formats = target.filter { Double($0) == nil }
      guard ends.count < 2, formats.count < 2 else {
        throw UsageError("--to is given twice: use it once for a format, once for seconds")
      }
      wishes.target = formats.first
      if wishes.target != nil, options.fileFormat != nil || options.dataFormat != nil {
        throw UsageError("--to says the same as -f and -d: use one or the other")
      }
      wishes.edits = try editing.edits(end: ends.first)
      wishes.joins = editing.joins
      wishes.keepsMetadata = true
      wishes.outputFolder = outputFolder
      wishes.wantsJSON = wantsJSON
      wishes.replacesAll = replacesAll
      wishes.rawFormat = try rawFormat.map { try Self.rawFormat($0, options.channelCount ?? 1) }
      return wishes
    }
  }

  private static func rawFormat(
    _ text: String, _ channelCount: Int
  ) throws(UsageError) -> DataFormat {
    do {
      let format = try DataFormatRequest(parsing: text)
      guard let rate = format.sampleRate, let coding = format.coding.named else {
        throw UsageError("--raw needs a data format and a rate, such as LEI16@24000, not '\(text)'")
      }
      return try DataFormat(coding, sampleRate: rate, channelCount: channelCount)
    } catch let error as UsageError {
      throw error
    } catch { throw UsageError("--raw: \(error)") }
  }
}
