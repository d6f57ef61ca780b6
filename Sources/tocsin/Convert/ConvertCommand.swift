import ArgumentParser

/// `tocsin convert`.
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

  @OptionGroup(title: "Conversion") var conversion: ConvertSection<ConversionSection>
  @OptionGroup(title: "Editing") var editing: ConvertSection<EditingSection>
  @OptionGroup(title: "Files and results") var results: ConvertSection<RunSection>
  @OptionGroup(title: "Options of afconvert without effect on alert sounds")
  var ignored: ConvertSection<IgnoredSection>

  // `Tocsin.run` takes conversions before the parser does; this is for help, manual page and completions.
  func run() throws { throw CleanExit.helpRequest(Self.self) }
}

/// The tool called as `afconvert`.
struct AfconvertCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "afconvert",
    abstract: "Convert an audio file to another file or data format.",
    usage: """
      afconvert [option...] input_file [output_file]
      afconvert input_file [-o output_file [option...]]...
      """,
    discussion: """
      Options may appear before or after the files; output options after an -o are for that
      output alone. -hf lists the file and data formats.
      """)

  @Argument(help: "The input and an output.")
  var files: [String] = []

  @OptionGroup(title: "Conversion") var conversion: ConvertSection<ConversionSection>
  @OptionGroup(title: "Options without effect on alert sounds")
  var ignored: ConvertSection<IgnoredSection>

  func run() throws { throw CleanExit.helpRequest(Self.self) }
}
