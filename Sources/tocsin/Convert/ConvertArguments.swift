import AlertSounds
import AudioFormats
import Files

/// A conversion's command line, parsed by afconvert's grammar.
///
/// A short option is known by its first letter (`-data` is `-d`). Values follow as arguments of their
/// own, the first one perhaps behind a `=`. Options after an `-o` apply to that output alone, those
/// before the first `-o` to all.
struct ConvertArguments {
  /// The options of the input, or of the run as a whole.
  struct Run: Sendable {
    var isVerbose = false
    var listsFormats = false
    var wantsHelp = false
    var wantsVersion = false
    /// The part of the input that is read.
    var excerpt = SoundFile.Excerpt()
    /// Whether the inputs become one sound.
    var joins = false
    var outputFolder: String?
    var wantsJSON = false
    /// `DATAFORMAT@RATE` of inputs that are samples without a header.
    var rawFormat: String?
    /// Whether any file may be replaced, apart from the inputs.
    var replacesAll = false
  }

  private(set) var run = Run()
  /// The outputs of `-o`, or one without a path.
  private(set) var outputs: [OutputOptions] = []
  /// The arguments that are not options: the inputs, and an output.
  private(set) var files: [String] = []
  /// The arguments as they were typed, for advice.
  let typed: [String]

  /// - Throws: `UsageError` where the grammar refuses the line, or an option its value.
  init(_ arguments: [String], of tool: Personality) throws(UsageError) {
    typed = arguments
    let known = ConvertOption.options(of: tool)
    var shared = OutputOptions(of: tool)
    var rest = arguments[...]
    var onlyFiles = false
    while let argument = rest.popFirst() {
      if onlyFiles || argument == "-" || !argument.hasPrefix("-") {
        files.append(argument)
      } else if argument == "--" {
        onlyFiles = true
      } else {
        let (option, values) = try Self.option(argument, &rest, known)
        if case .beginsOutput = option.effect {
          outputs.append(shared)
          outputs[outputs.count - 1].path = values[0]
        } else if outputs.isEmpty {
          try option.apply(values, to: &run, &shared)
        } else {
          try option.apply(values, to: &run, &outputs[outputs.count - 1])
        }
      }
    }
    if outputs.isEmpty { outputs = [shared] }
  }

  /// The option that `argument` names, and its values out of `rest`.
  private static func option(
    _ argument: String, _ rest: inout ArraySlice<String>, _ known: [ConvertOption]
  ) throws(UsageError) -> (ConvertOption, [String]) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      .map(String.init)
    let option =
      known.first { $0.isNamed(parts[0], byLetter: false) }
      ?? known.first { $0.isNamed(argument, byLetter: true) }
    guard let option else {
      let names = known.flatMap(\.names).filter { $0.hasPrefix("--") }.sorted()
      let hint = names.nearest(to: parts[0]).map { "; did you mean '\($0)'?" } ?? ""
      throw UsageError("unknown option: \(argument)\(hint)", isOfGrammar: true)
    }
    var values = argument.hasPrefix("--") ? Array(parts.dropFirst()) : []
    guard values.count <= option.values.count else {
      throw UsageError("\(parts[0]) takes no value, not '\(values[0])'")
    }
    while values.count < option.values.count {
      guard let value = rest.popFirst() else { break }
      values.append(value)
    }
    guard values.count == option.values.count, !values.contains("") else {
      throw UsageError("missing argument: \(argument)", isOfGrammar: true)
    }
    return (option, values)
  }

  /// The format of inputs without a header; nil where they have one.
  /// - Throws: `UsageError` for a format without a rate, or none.
  func rawFormat() throws(UsageError) -> DataFormat? {
    guard let text = run.rawFormat else { return nil }
    do {
      let format = try DataFormatRequest(parsing: text)
      guard let rate = format.sampleRate, let coding = format.coding else {
        throw UsageError("--raw needs a data format and a rate, such as LEI16@24000, not '\(text)'")
      }
      return try DataFormat(
        coding, sampleRate: rate, channelCount: outputs[0].request.channelCount ?? 1)
    } catch let error as UsageError {
      throw error
    } catch { throw UsageError("--raw: \(error)") }
  }
}
