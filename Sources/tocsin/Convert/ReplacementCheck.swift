import AlertSounds
import AudioFormats
import Files
import Glibc

/// Keeps files that nobody named as an output: `tocsin convert *.wav` in a folder of two sounds
/// would replace the second one.
struct ReplacementCheck: Sendable {
  /// Whether the tool asks at all; afconvert replaces as on a Mac.
  let isActive: Bool
  /// `--force`.
  let isForced: Bool
  /// All arguments that are not options.
  let inputs: [String]
  /// `--join`.
  let joins: Bool
  /// The arguments as they were typed.
  let typed: [String]
  /// The files that are inputs of a run into a folder, where an output is there already: another job
  /// may have it as its input. Found once for all jobs.
  var inputFiles: Set<FileIdentity> = []
}

extension ReplacementCheck {
  /// - Throws: `SoundError` where a file is at the output's place that stays.
  func check(
    _ plan: ConversionPlan, named naming: OutputNaming, for sound: SoundFile
  ) throws(SoundError) {
    guard isActive, let there = ExistingFile(at: plan.output.path) else { return }
    let inputs = naming == .position ? Array(inputs.dropLast()) : inputs
    if let identity = there.identity, inputFiles.contains(identity) {
      throw .file(FileError(.write, plan.output.path, .sameAsInput))
    }
    guard !isForced, there.identity != sound.identity,
      let refusal = there.refusal(by: plan.content, named: naming, inputs: inputs)
    else { return }
    throw .request(text(refusal, plan, naming))
  }

  /// - Throws: `SoundError` where the last argument is a folder.
  func refuseFolder(_ path: String) throws(SoundError) {
    var status = stat()
    guard isActive, stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return }
    throw .request(
      "\(printable(path)) is a folder: to convert into it, name the file, "
        + "or add --output-dir \(shellWord(path)) and a file format, such as --to caff:ima4")
  }

  private func text(
    _ refusal: ReplacementRefusal, _ plan: ConversionPlan, _ naming: OutputNaming
  ) -> String {
    let path = printable(plan.output.path)
    switch refusal {
    case .namedLikeInput(let input):
      let extensionText = fileExtension(of: plan.output.path)
      let ending = extensionText.isEmpty ? "no extension" : "the extension .\(extensionText)"
      return "refusing to replace \(path): it has \(ending), as the input \(printable(input)) has. "
        + advice(plan) + " To replace \(path), add --force"
    case .otherContent(let content):
      let advice = naming == .position && !joins ? advice(plan) + " " : ""
      return "refusing to replace \(path): it is \(content.name), not \(plan.content.name). "
        + advice + "To replace it, add --force"
    }
  }

  /// The command that was probably meant: every file is an input.
  private func advice(_ plan: ConversionPlan) -> String {
    guard !joins else {
      let name = "joined." + fileExtension(of: plan.output.path)
      return "To join all of these files: \(command(["-o", name], after: true))."
    }
    var options = ["--output-dir", "FOLDER"]
    if plan.output.request.container == nil, let formats = plan.formats {
      options += ["-f", formats.container.code.description]
      if plan.output.request.dataFormat == nil {
        options += ["-d", DataFormatRequest(formats.dataFormat.coding).text]
      }
    }
    return "To convert all of these files: \(command(options, after: false))."
  }

  /// The typed command with more options.
  private func command(_ options: [String], after: Bool) -> String {
    let words = typed.map(Self.quoted)
    return (["tocsin convert"] + (after ? words + options : options + words))
      .joined(separator: " ")
  }

  /// A word as it is typed in a shell; `shellWord` takes a word with a dash for a file.
  private static func quoted(_ word: String) -> String {
    let dashes = word.prefix { $0 == "-" }
    let rest = word.dropFirst(dashes.count)
    return rest.isEmpty ? word : dashes + shellWord(String(rest))
  }
}
