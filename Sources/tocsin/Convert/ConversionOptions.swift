import ArgumentParser

/// afconvert's options, in the order of its help.
///
/// The parser sees long names with joined values only: `AfconvertArguments` has rewritten the
/// command line by afconvert's own grammar.
struct ConversionOptions: ParsableArguments {
  @Option(
    name: [.customShort("d"), .customLong("data")],
    help: ArgumentHelp(
      "The output's data format: ima4 ulaw alaw, [BE|LE]{I|UI|F}bits, aac …; 0 copies packets.",
      valueName: "format[@rate][/flags][#frames]"))
  var dataFormat: String?

  @Option(
    name: [.customShort("f"), .customLong("file")],
    help: ArgumentHelp(
      "The output's file format: caff WAVE AIFF AIFC; with ffmpeg m4af adts …", valueName: "4cc"))
  var fileFormat: String?

  @Option(
    name: .customShort("o"),
    help: ArgumentHelp(
      "A further output; output options after it are for it alone.", valueName: "file"))
  var output: String?

  @Option(
    name: [.customShort("c"), .customLong("channels")],
    help: ArgumentHelp(
      "Add or drop channels, without regard to order.", valueName: "count"))
  var channelCount: Int?

  @Option(
    name: [.customShort("l"), .customLong("channellayout")],
    help: ArgumentHelp(
      "The output's channel layout; given twice: the input's, then the output's.",
      valueName: "tag"))
  var channelLayouts: [String] = []

  @Option(
    name: [.customShort("r"), .customLong("src-quality")],
    help: ArgumentHelp(
      "The resampler's quality, 0…127; 127 is the default.", valueName: "quality"))
  var resamplingQuality: Int?

  @Option(
    name: [.customShort("q"), .customLong("quality")],
    help: ArgumentHelp(
      "The work for IMA4: fast, normal (the default) or best, or a number 0…127.",
      valueName: "effort"))
  var codecQuality: String?

  @Option(
    name: .customLong("optimize"),
    help: ArgumentHelp(
      "What IMA4 is to be best for: signal (the default), or hearing, which hides the noise.",
      valueName: "aim"))
  var optimization: String?

  @Option(
    name: .customLong("src-complexity"),
    help: ArgumentHelp(
      "The resampler: line (interpolation), norm, bats (mastering).", valueName: "name"))
  var resamplingComplexity: String?

  @Option(
    name: .customLong("dither"),
    help: ArgumentHelp(
      "Dither with TPDF noise where samples are rounded.", valueName: "1-2"))
  var dither: Int?

  @Flag(name: .customLong("mix"), help: "Mix channels down instead of dropping them.")
  var mixes = false

  @Option(
    name: .customLong("offset"),
    help: ArgumentHelp(
      "Start at this frame of the input.", valueName: "frames"))
  var offset: Int64?

  @Option(
    name: .customLong("read-track"),
    help: ArgumentHelp(
      "The input's track; there is only 0.", valueName: "index"))
  var track: Int?

  @Option(
    name: .customLong("prime-override"),
    help: ArgumentHelp(
      "Take so many frames of the input as priming and as padding; -1 keeps.",
      valueName: "priming,remainder"))
  var primeOverride: String?

  @Flag(name: .customLong("no-filler"), help: "Do not put the audio on a page of its own.")
  var hasNoFiller = false

  @Flag(
    name: [.customShort("t"), .customLong("tag")],
    help: ArgumentHelp(
      "Keep the source's format and name in the CAF; without -d and -f, restore them."))
  var tags = false

  @Flag(name: .customLong("generate-hash"), help: "Store a SHA-1 of the audio (CAF).")
  var generatesHash = false

  @Flag(name: .customLong("copy-hash"), help: "Copy the source's hash chunk (CAF).")
  var copiesHash = false

  @Flag(name: .customLong("soundcheck-generate"), help: "Measure and store the loudness (CAF).")
  var generatesSoundCheck = false

  @Flag(name: .customLong("soundcheck-read"), help: "Copy the source's loudness data (CAF).")
  var readsSoundCheck = false

  @Flag(name: [.customShort("v"), .customLong("verbose")], help: "Print what is done.")
  var isVerbose = false

  @OptionGroup(title: "Options for other codecs, accepted with a warning")
  var foreign: ForeignCodecOptions

  @Flag(name: .customLong("help-formats"), help: "List the file and data formats (-hf).")
  var listsFormats = false
}

/// Options that only mean something for codecs that alert sounds do not have.
struct ForeignCodecOptions: ParsableArguments {
  @Option(
    name: [.customShort("b"), .customLong("bitrate")],
    help: "Bits a second, for aac, aach and opus.")
  var bitRate: String?
  @Option(name: [.customShort("s"), .customLong("strategy")], help: "The bit rate's strategy.")
  var strategy: String?
  @Option(name: .customLong("prime-method"), help: "The decoder's priming method.")
  var primeMethod: String?
  @Option(name: .customLong("anchor-loudness"), help: "The anchor's loudness in dB.")
  var anchorLoudness: String?
  @Flag(name: .customLong("anchor-generate"), help: "Measure the dialogue's loudness.")
  var generatesAnchor = false
  @Option(name: .customLong("media-kind"), help: "What the sound is for.")
  var mediaKind: String?
  @Option(name: .customLong("codec-manuf"), help: "The codec's maker.")
  var codecMaker: String?
  @Option(name: [.customShort("u"), .customLong("userproperty")], help: "A converter's property.")
  var converterProperties: [String] = []
  @Option(name: .customLong("ud", withSingleDash: true), help: "A decoder's property.")
  var decoderProperties: [String] = []
  @Option(name: .customLong("ue", withSingleDash: true), help: "An encoder's property.")
  var encoderProperties: [String] = []
  @Option(name: .customLong("gapless-before"), help: "The file that plays before.")
  var gaplessBefore: String?
  @Option(name: .customLong("gapless-after"), help: "The file that plays after.")
  var gaplessAfter: String?
  @Option(name: .customLong("decode-formatid"), help: "A layer of the input.")
  var decodedLayer: String?
  @Option(name: .customLong("condensed-framing"), help: "Sizes of AAC packets.")
  var condensedFraming: String?
  @Flag(name: .customLong("leaks"), help: "For afconvert's developers.")
  var leaks = false
  @Flag(name: .customLong("profile"), help: "For afconvert's developers.")
  var profile = false

  /// The options that were given, by their long names.
  var given: [String] {
    let all: [(String, Bool)] = [
      ("--bitrate", bitRate != nil), ("--strategy", strategy != nil),
      ("--prime-method", primeMethod != nil),
      ("--anchor-loudness", anchorLoudness != nil), ("--anchor-generate", generatesAnchor),
      ("--media-kind", mediaKind != nil), ("--codec-manuf", codecMaker != nil),
      ("--userproperty", !converterProperties.isEmpty), ("-ud", !decoderProperties.isEmpty),
      ("-ue", !encoderProperties.isEmpty), ("--gapless-before", gaplessBefore != nil),
      ("--gapless-after", gaplessAfter != nil), ("--decode-formatid", decodedLayer != nil),
      ("--condensed-framing", condensedFraming != nil), ("--leaks", leaks),
      ("--profile", profile),
    ]
    return all.filter(\.1).map(\.0)
  }
}
