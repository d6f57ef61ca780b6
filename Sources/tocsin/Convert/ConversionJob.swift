import AlertSounds
import AudioContainers
import AudioTypes
import Files

/// One sound that is converted, and all that is made of it.
struct ConversionJob: Sendable {
  /// The sound, and those that are joined to it.
  let inputs: [String]
  let outputs: [Output]
  let excerpt: SoundFile.Excerpt

  struct Output: Sendable {
    /// nil where the name is made of the input's.
    let path: String?
    let request: ConversionRequest
    /// Whether format and name are what the tag in the input says.
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
        restoresTag || request.container != nil || request.dataFormat != nil
          || (tool == .tocsin && target.map { $0 != OutputFile.standardPath } ?? false)
      else {
        throw UsageError("no output file format or data format specified: add -f, -d or both")
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
