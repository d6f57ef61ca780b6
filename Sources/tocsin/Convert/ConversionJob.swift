import AlertSounds
import ArgumentParser
import AudioContainers
import AudioTypes
import Files
import Glibc

/// A conversion's command line, parsed: the options of the run, and each output's request.
struct ConversionLine {
  /// One output and its options.
  struct Output {
    /// nil where no `-o` names it.
    let path: String?
    let command: any ConversionDeclaration
  }

  /// The arguments that are not options: the inputs, and an output.
  let files: [String]
  let outputs: [Output]

  /// Options that hold for the run are the same in each output's.
  var command: any ConversionDeclaration { outputs[0].command }

  /// Takes a command line apart by afconvert's grammar; each output is parsed once.
  /// - Parameter root: the command that the parser starts from, for its messages.
  init<Command: ConversionDeclaration>(
    _ arguments: AfconvertArguments, as type: Command.Type, of root: any ParsableCommand.Type
  ) throws {
    let name = root == type ? [] : [Command.configuration.commandName ?? ""]
    func parse(_ options: [String]) throws -> Command {
      let all = name + arguments.shared + options + ["--"] + arguments.files
      guard let command = try root.parseAsRoot(all) as? Command else {
        throw CleanExit.helpRequest(Command.self)
      }
      return command
    }
    files = arguments.files
    outputs =
      arguments.outputs.isEmpty
      ? [Output(path: nil, command: try parse([]))]
      : try arguments.outputs.map { Output(path: $0.path, command: try parse($0.options)) }
  }
}

/// One sound that is converted, and all its outputs.
struct ConversionJob: Sendable {
  /// The sound, and those that are joined to it.
  let inputs: [String]
  let outputs: [Output]
  let excerpt: SoundFile.Excerpt

  struct Output: Sendable {
    /// nil if the name is derived from the input's.
    let path: String?
    let request: ConversionRequest
    /// Whether the tag in the input decides format and name.
    let restoresTag: Bool
  }
}

extension ConversionLine {
  /// The jobs that the line asks for.
  /// - Throws: `UsageError` where it makes no sense, before a file is touched.
  func jobs(as tool: Personality) throws -> [ConversionJob] {
    let wishes = try command.wishes
    let excerpt = try excerpt()
    if let folder = wishes.outputFolder {
      guard outputs[0].path == nil else { throw UsageError("--output-dir does not go with -o") }
      guard !wishes.joins else {
        throw UsageError("--join makes one file: name it instead of --output-dir")
      }
      return try folderJobs(folder, excerpt)
    }
    let (inputs, path) = try inputsAndOutput(joins: wishes.joins, tool)
    let targets = try outputs.map { output in
      let request = try output.command.request()
      let restoresTag = output.path == nil && output.command.options.restoresTag
      let target = output.path ?? path
      guard
        restoresTag || request.namesFormat
          || (tool == .tocsin && target.map { $0 != OutputFile.standardPath } ?? false)
      else {
        throw UsageError(
          tool == .tocsin && target == nil
            ? "no output is named: add one, such as ding.caf, or its format by -f, -d or both"
            : "no output file format or data format specified: add -f, -d or both")
      }
      return ConversionJob.Output(path: target, request: request, restoresTag: restoresTag)
    }
    return [ConversionJob(inputs: inputs, outputs: targets, excerpt: excerpt)]
  }

  private func excerpt() throws -> SoundFile.Excerpt {
    do { return try command.options.excerpt() } catch { throw UsageError(error.description) }
  }

  private func inputsAndOutput(
    joins: Bool, _ tool: Personality
  ) throws -> (inputs: [String], output: String?) {
    let isNamed = outputs[0].path != nil
    if joins {
      guard files.count >= (isNamed ? 1 : 2) else {
        throw UsageError("--join needs inputs and, as the last file, an output")
      }
      return isNamed ? (files, nil) : (files.dropLast(), files.last)
    }
    guard let input = files.first, files.count <= (isNamed ? 1 : 2) else {
      let alternative =
        tool == .tocsin ? "; for several inputs add --output-dir FOLDER or --join" : ""
      throw UsageError(
        isNamed
          ? "one input is needed before the outputs of -o"
          : "one input and one output are needed" + alternative)
    }
    return ([input], files.count == 2 ? files[1] : nil)
  }

  private func folderJobs(
    _ folder: String, _ excerpt: SoundFile.Excerpt
  ) throws -> [ConversionJob] {
    guard !files.isEmpty else { throw UsageError("no input files") }
    let request = try command.request()
    let paths = try files.map { file in
      if let foreign = request.foreign { return folder + "/" + foreign.outputName(for: file) }
      guard let container = request.container else {
        throw UsageError("--output-dir needs a file format: add --to or -f")
      }
      return folder + "/" + outputName(for: file, in: container)
    }
    let clashes = Dictionary(grouping: zip(files, paths), by: \.1).filter { $0.value.count > 1 }
    if let clash = clashes.min(by: { $0.key < $1.key }) {
      let names = clash.value.map { printable($0.0) }.joined(separator: " and ")
      throw UsageError("\(names) would both become \(printable(clash.key))")
    }
    return zip(files, paths).map { input, path in
      let output = ConversionJob.Output(path: path, request: request, restoresTag: false)
      return ConversionJob(inputs: [input], outputs: [output], excerpt: excerpt)
    }
  }
}

extension ConversionRequest {
  /// Whether a file format or a data format is asked for.
  var namesFormat: Bool { container != nil || dataFormat != nil || foreign != nil }
}

extension ConversionJob.Output {
  /// The file to make of `sound`.
  /// - Parameter tool: `tocsin` refuses to replace files that look like an input.
  /// - Throws: `SoundError.request` if there is no name or no format for it.
  func target(
    for sound: SoundFile, of inputs: [String], as tool: Personality
  ) throws(SoundError) -> SoundConverter.Output {
    let target: SoundConverter.Output
    if restoresTag {
      target = try restored(from: sound)
    } else {
      let path = if let path { path } else { try SoundConverter.unusedName(for: sound, request) }
      target = .init(path, request)
    }
    if tool == .tocsin { try refuseToReplaceAnotherSound(target, sound, inputs) }
    return target
  }

  private func restored(from sound: SoundFile) throws(SoundError) -> SoundConverter.Output {
    guard let tag = SourceTag(carriedBy: sound) else {
      throw .request("\(printable(sound.path)) carries no tag to restore: add -f, -d or both")
    }
    var request = request
    request.extraChunks.remove(.sourceTag)
    request.container = tag.container
    request.dataFormat = DataFormatRequest(restoring: tag.dataFormat)
    if let path { return .init(path, request) }
    let original = folder(of: sound.path) + tag.name
    // The original may still exist: a name out of a file must not replace it.
    guard access(original, F_OK) != 0 else {
      throw .request("\(printable(original)) exists; name the output")
    }
    return .init(original, request)
  }

  /// `tocsin convert *.wav -f caff` in a folder of two files would replace the second one.
  private func refuseToReplaceAnotherSound(
    _ target: SoundConverter.Output, _ sound: SoundFile, _ inputs: [String]
  ) throws(SoundError) {
    let suffix = fileExtension(of: target.path)
    guard !suffix.isEmpty, access(target.path, F_OK) == 0,
      request.foreign == nil, let container = try? target.container(for: sound),
      !container.fileExtensions.contains(suffix)
    else { return }
    let files = (inputs + [target.path]).map { shellWord($0) }.joined(separator: " ")
    throw .request(
      "\(printable(target.path)) exists and is not named like a \(container.name): it is left as it "
        + "is. To convert all of these files: "
        + "tocsin convert --to \(target.request.shortForm(container)) --output-dir FOLDER \(files)")
  }
}

extension ConversionRequest {
  /// The value of `--to` for this request.
  fileprivate func shortForm(_ container: Container) -> String {
    "\(container.code)" + (dataFormat.map { ":\($0.text)" } ?? "")
  }
}
