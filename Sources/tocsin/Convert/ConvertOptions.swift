import AlertSounds
import AudioFormats
import AudioProcessing

extension ConvertOption {
  /// All options, in the order of the help.
  static let table =
    conversion + listed(under: .editing, editing) + listed(under: .run, runOptions)
    + listed(under: .ignored, ignored) + listed(under: .parser, parser)

  private static func listed(under section: Section, _ options: [ConvertOption]) -> [ConvertOption]
  {
    options.map {
      var option = $0
      option.section = section
      return option
    }
  }

  /// afconvert's, and two more of its kind.
  private static let conversion: [ConvertOption] = [
    ConvertOption(
      "-d --data format[@rate][/flags][#frames]",
      "The output's data format: ima4 ulaw alaw, [BE|LE]{I|UI|F}bits, aac …; 0 copies packets.",
      .output { $0.dataFormat = $1[0].text }),
    ConvertOption(
      "-f --file 4cc", "The output's file format: caff WAVE AIFF AIFC; with ffmpeg m4af adts …",
      .output { $0.fileFormat = $1[0].text }),
    ConvertOption(
      "-o file", "A further output; output options after it are for it alone.", .beginsOutput),
    ConvertOption(
      "-c --channels count", "Add or drop channels, without regard to order.",
      .output {
        $0.request.channelCount = try $1[0].whole(1...DataFormat.maximumChannelCount)
      }),
    ConvertOption(
      "-l --channellayout tag",
      "The output's channel layout; given twice: the input's, then the output's.",
      .output { $0.layouts.append(try $1[0].layout()) }),
    ConvertOption(
      "-r --src-quality quality", "The resampler's quality, 0…127 (default: 127).",
      .output { $0.request.resamplingQuality = try $1[0].resamplingQuality() }),
    ConvertOption(
      "-q --quality effort",
      "The work for IMA4: fast, normal, best, or a number 0…127 (default: normal).",
      .output { $0.request.effort = try $1[0].effort() }),
    ConvertOption(
      "--optimize aim",
      "What IMA4 is to be best for: signal, or hearing, which hides the noise (default: signal).",
      .output {
        $0.request.optimization = try $1[0].choice(
          ["signal": .signal, "hearing": .hearing], "signal or hearing")
      }),
    ConvertOption(
      "--src-complexity name", "The resampler: line (interpolation), norm, bats (mastering).",
      .output {
        $0.complexity = try $1[0].choice(
          ["line": .quick, "norm": nil, "bats": .mastering], "line, norm or bats")
      }),
    ConvertOption(
      "--dither 1-2", "Dither with TPDF noise where samples are rounded.",
      .output { $0.request.dithers = try $1[0].choice(["1": true, "2": true], "1 or 2") }),
    ConvertOption(
      "--mix", "Mix channels down instead of dropping them.",
      .output { options, _ in options.request.mixes = true }),
    ConvertOption(
      "--offset frames", "Start at this frame of the input.",
      .run { $0.excerpt.startFrame = try $1[0].whole(0...Int64.max, "a frame of 0 or more") }),
    ConvertOption(
      "--read-track index", "The input's track; there is only 0.",
      .run { _ = try $1[0].choice(["0": 0], "0, the only track of the input") }),
    ConvertOption(
      "--prime-override priming remainder",
      "The frames of the input that are priming and padding; -1 keeps.",
      .run { run, values in
        run.excerpt.primingFrames = try values[0].frames()
        run.excerpt.remainderFrames = try values[1].frames()
      }),
    ConvertOption(
      "--no-filler", "Do not put the audio on a page of its own.",
      .output { options, _ in options.request.writing.pageAligned = false }),
    ConvertOption(
      "-t --tag",
      "Keep the source's format and name in the CAF; without -d and -f, restore them.",
      .output { options, _ in options.request.extraChunks.insert(.sourceTag) }),
    ConvertOption(
      "--generate-hash", "Store a SHA-1 of the audio (CAF).",
      .output { options, _ in options.request.extraChunks.insert(.hash) }),
    ConvertOption(
      "--copy-hash", "Copy the source's hash chunk (CAF).",
      .output { options, _ in options.request.extraChunks.insert(.copiedHash) }),
    ConvertOption(
      "--soundcheck-generate", "Measure and store the loudness (CAF).",
      .output { options, _ in options.request.extraChunks.insert(.loudness) }),
    ConvertOption(
      "--soundcheck-read", "Copy the source's loudness data (CAF).",
      .output { options, _ in options.request.extraChunks.insert(.copiedInformation) }),
    ConvertOption(
      "-b --bitrate bits", "Bits a second, for aac, aach and opus.",
      .output { $0.bitRate = $1[0].text }),
    ConvertOption("-v --verbose", "Print what is done.", .run { run, _ in run.isVerbose = true }),
    ConvertOption(
      "-hf --help-formats", "List the file and data formats.",
      .run { run, _ in run.listsFormats = true }),
  ]

  /// What changes the sound itself, in the order in which it is applied.
  private static let editing: [ConvertOption] = [
    ConvertOption(
      "--join", "Make one sound of all files but the last, which is the output.",
      .run { run, _ in run.joins = true }),
    ConvertOption(
      "--from seconds", "Start here; --to SECONDS ends there.",
      .output { $0.request.edits.start = try $1[0].seconds() }),
    ConvertOption(
      "--remove-dc", "Move the mean of each channel to 0.",
      .output { options, _ in options.request.edits.removesDC = true }),
    ConvertOption(
      "--trim-silence", "Cut off what is below -60 dB at both ends.",
      .output { options, _ in options.request.edits.trimsSilence = true }),
    ConvertOption(
      "--normalize lufs", "Reach this loudness (LUFS); the true peak stays at or below -1 dBTP.",
      .output { $0.request.edits.loudness = try $1[0].number(-70...0, "LUFS") }),
    ConvertOption(
      "--gain db", "Raise the level (dB).",
      .output { $0.request.edits.gain = try $1[0].number(-120...120, "dB") }),
    ConvertOption(
      "--repeat count", "Play the sound this many times.",
      .output {
        $0.request.edits.repeatCount = try $1[0].whole(1...10_000, "1 to 10000 as a whole number")
      }),
    ConvertOption(
      "--fade-in seconds", "Rise from silence at the start.",
      .output { $0.request.edits.fadeIn = try $1[0].seconds() }),
    ConvertOption(
      "--fade-out seconds", "Fall to silence at the end.",
      .output { $0.request.edits.fadeOut = try $1[0].seconds() }),
    ConvertOption(
      "--pad seconds,seconds", "Add silence before and after.",
      .output { options, values in
        let (before, after) = try values[0].pair(
          "two times, before and after the sound, such as 0,0.5")
        options.request.edits.paddingBefore = try before.seconds()
        options.request.edits.paddingAfter = try after.seconds()
      }),
  ]

  /// Those of `tocsin convert` about files and results.
  private static let runOptions: [ConvertOption] = [
    ConvertOption(
      "--to fileformat[:dataformat]|seconds",
      "Short for -f and -d; a number is the end of the part that is kept (s).",
      .output { $0.targets.append($1[0]) }),
    ConvertOption(
      "--output-dir folder", "Convert every file into this folder.",
      .run { $0.outputFolder = $1[0].text }),
    ConvertOption(
      "--raw dataformat@rate",
      "The input has no header: its bytes are samples of this format, in -c channels (1).",
      .run { $0.rawFormat = $1[0].text }),
    ConvertOption(
      "--force", "Replace an existing file of any kind; an input is never replaced.",
      .run { run, _ in run.replacesAll = true }),
    ConvertOption(
      "--json", "Print the results as a JSON array.", .run { run, _ in run.wantsJSON = true }),
  ]

  /// Those that the parser lists by itself.
  private static let parser: [ConvertOption] = [
    ConvertOption("--version", "Show the version.", .run { run, _ in run.wantsVersion = true }),
    ConvertOption("-h --help", "Show help information.", .run { run, _ in run.wantsHelp = true }),
  ]

  /// Options that mean something for codecs that alert sounds do not have, and for afconvert's developers.
  private static let ignored: [ConvertOption] = [
    ("-s --strategy strategy", "The bit rate's strategy."),
    ("--prime-method method", "The decoder's priming method."),
    ("--anchor-loudness db", "The anchor's loudness."),
    ("--anchor-generate", "Measure the dialogue's loudness."),
    ("--media-kind kind", "What the sound is for."),
    ("--codec-manuf 4cc", "The codec's maker."),
    ("-u --userproperty property value", "A converter's property."),
    ("-ud property value", "A decoder's property."),
    ("-ue property value", "An encoder's property."),
    ("--gapless-before file", "The file that plays before."),
    ("--gapless-after file", "The file that plays after."),
    ("--decode-formatid 4cc", "A layer of the input."),
    ("--condensed-framing size", "Sizes of AAC packets."),
    ("--leaks", "For afconvert's developers."),
    ("--profile", "For afconvert's developers."),
  ].map { ConvertOption($0, $1, .none) }
}
