import AlertSounds
import AudioFormats
import Files
import Glibc

/// One sound that is converted, and all its outputs.
struct ConversionJob: Sendable {
  /// The sound, and those that are joined to it.
  let inputs: [String]
  let outputs: [Output]
  let excerpt: SoundFile.Excerpt
  let replacement: ReplacementCheck

  struct Output: Sendable {
    /// nil if the name is derived from the input's.
    let path: String?
    /// The origin of `path`.
    let naming: OutputNaming
    let request: ConversionRequest
    /// The options that made the request.
    let options: OutputOptions
    /// Whether the tag in the input decides format and name.
    let restoresTag: Bool
  }
}

extension ConvertArguments {
  /// The jobs that the line asks for.
  /// - Throws: `UsageError` where it makes no sense, before a file is touched.
  func jobs(as tool: Personality) throws -> [ConversionJob] {
    if let folder = run.outputFolder {
      guard outputs[0].path == nil else { throw UsageError("--output-dir does not go with -o") }
      guard !run.joins else {
        throw UsageError("--join makes one file: name it instead of --output-dir")
      }
      return try folderJobs(folder)
    }
    var (inputs, path) = try inputsAndOutput(tool)
    // What comes from standard input has no name beside which another could be.
    if path == nil, inputs.first == OutputFile.standardPath { path = OutputFile.standardPath }
    let targets = try outputs.map { output in
      let request = try output.wholeRequest()
      let restoresTag = output.path == nil && output.restoresTag
      let target = output.path ?? (restoresTag && files.count == 1 ? nil : path)
      guard
        restoresTag || request.namesFormat
          || (tool == .tocsin && target.map { $0 != OutputFile.standardPath } ?? false)
      else {
        throw UsageError(
          tool == .tocsin && target == nil
            ? "no output is named: add one, such as ding.caf, or its format by -f, -d or both"
            : "no output file format or data format specified: add -f, -d or both")
      }
      return ConversionJob.Output(
        path: target, naming: output.path == nil ? .position : .option, request: request,
        options: output, restoresTag: restoresTag)
    }
    return [
      ConversionJob(
        inputs: inputs, outputs: targets, excerpt: run.excerpt, replacement: replacement(tool))
    ]
  }

  private func replacement(_ tool: Personality) -> ReplacementCheck {
    ReplacementCheck(
      isActive: tool == .tocsin, isForced: run.replacesAll, inputs: files, joins: run.joins,
      typed: typed)
  }

  private func inputsAndOutput(
    _ tool: Personality
  ) throws -> (inputs: [String], output: String?) {
    let isNamed = outputs[0].path != nil
    if run.joins {
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

  private func folderJobs(_ folder: String) throws -> [ConversionJob] {
    guard !files.isEmpty else { throw UsageError("no input files") }
    let request = try outputs[0].wholeRequest()
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
    var replacement = replacement(.tocsin)
    if paths.contains(where: { access($0, F_OK) == 0 }) {
      replacement.inputFiles = Set(files.compactMap { ExistingFile(at: $0)?.identity })
    }
    return zip(files, paths).map { input, path in
      let output = ConversionJob.Output(
        path: path, naming: .inputName, request: request,
        options: outputs[0], restoresTag: false)
      return ConversionJob(
        inputs: [input], outputs: [output], excerpt: run.excerpt, replacement: replacement)
    }
  }
}

extension ConversionRequest {
  /// Whether a file format or a data format is asked for.
  var namesFormat: Bool { container != nil || dataFormat != nil || foreign != nil }
}

extension ConversionJob.Output {
  /// What is to be made of `sounds`.
  /// - Throws: `SoundError.request` if there is no name or no format for it, or a file is there
  ///   that must not be replaced unasked.
  func plan(
    for sounds: [SoundFile], _ replacement: ReplacementCheck
  ) throws(SoundError) -> ConversionPlan {
    let restored = restoresTag ? try restored(from: sounds[0]) : nil
    guard let output = restored ?? path.map({ SoundConverter.Output($0, request) }) else {
      return try ConversionPlan(unnamed: request, of: sounds)
    }
    if naming == .position { try replacement.refuseFolder(output.path) }
    let plan = try ConversionPlan(output, of: sounds)
    try replacement.check(plan, named: naming, for: sounds[0])
    return plan
  }

  private func restored(from sound: SoundFile) throws(SoundError) -> SoundConverter.Output {
    guard let tag = SourceTag(carriedBy: sound) else {
      throw .request("\(printable(sound.path)) carries no tag to restore: add -f, -d or both")
    }
    var request = request
    request.extraChunks.remove(.sourceTag)
    request.container = tag.container
    request.dataFormat = DataFormatRequest(
      tag.dataFormat.coding, sampleRate: tag.dataFormat.sampleRate)
    if let path { return .init(path, request) }
    let original = folder(of: sound.path) + tag.name
    // The original may still exist: a name out of a file must not replace it.
    guard access(original, F_OK) != 0 else {
      throw .request("\(printable(original)) exists; name the output")
    }
    return .init(original, request)
  }
}
