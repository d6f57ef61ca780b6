import AlertSounds
import ArgumentParser
import AudioContainers
import AudioTypes
import ConsoleOutput
import FoundationEssentials

/// A conversion as the command line asks for it, whatever name the tool was called by.
struct Conversion {
  private let command: any ConversionCommand
  /// The outputs of `-o`, each with the options that hold for it.
  private let outputs: [(path: String, command: any ConversionCommand)]

  init(
    _ command: any ConversionCommand, outputs: [(path: String, command: any ConversionCommand)]
  ) {
    self.command = command
    self.outputs = outputs
  }

  /// Takes a command line apart by afconvert's grammar.
  init<Command: ConversionCommand>(
    parsing arguments: AfconvertArguments, as type: Command.Type, of root: any ParsableCommand.Type
  ) throws {
    let name = root == type ? [] : [Command.configuration.commandName ?? ""]
    func parse(_ options: [String]) throws -> Command {
      let all = name + arguments.shared + options + ["--"] + arguments.files
      guard let command = try root.parseAsRoot(all) as? Command else {
        throw CleanExit.helpRequest(Command.self)
      }
      return command
    }
    self.init(
      try parse([]), outputs: try arguments.outputs.map { ($0.path, try parse($0.options)) })
  }

  func run(as personality: Personality) throws {
    if command.options.listsFormats { return Console.print(FormatList.text) }
    let folders = ([command] + outputs.map(\.command)).compactMap(\.outputFolder)
    guard outputs.isEmpty || folders.isEmpty else {
      throw UsageError("--output-dir goes with no -o")
    }
    if let folder = folders.first {
      guard !command.files.isEmpty else { throw UsageError("no input files") }
      let batch = try BatchConversion(try command.request(), command.files, into: folder)
      return try batch.run(wantsJSON: command.wantsJSON)
    }
    let input = try input(personality)
    do {
      try convert(input, as: personality)
    } catch let error as SoundError {
      Console.complain("Error: \(personality.text(of: error))")
      throw ExitStatus.failure
    }
  }

  private func input(_ personality: Personality) throws -> String {
    let most = outputs.isEmpty ? 2 : 1
    guard let input = command.files.first, command.files.count <= most else {
      let alternative = personality == .tocsin ? ", or --output-dir and the inputs" : ""
      throw UsageError(
        outputs.isEmpty
          ? "one input and one output are needed" + alternative
          : "one input is needed before the outputs of -o")
    }
    return input
  }

  /// The one output, where no `-o` names any.
  private func target(
    for sound: SoundFile, _ request: ConversionRequest?
  ) throws -> SoundConverter.Output {
    let path = command.files.count == 2 ? command.files[1] : nil
    if let request {
      return .init(try path ?? SoundConverter.unusedName(for: sound, request), request)
    }
    guard let tag = SourceTag(carriedBy: sound) else {
      throw SoundError.request(
        "\(printable(sound.path)) carries no tag to restore: add -f, -d or both")
    }
    var request = try command.options.request()
    request.extraChunks.remove(.sourceTag)
    request.container = tag.container
    request.dataFormat = DataFormatRequest(restoring: tag.dataFormat)
    let slash = sound.path.utf8.lastIndex(of: UInt8(ascii: "/"))
    let folder = slash.map { String(sound.path[...$0]) } ?? ""
    // The original may still be there: a name out of a file replaces nothing.
    if path == nil, FileManager.default.fileExists(atPath: folder + tag.name) {
      throw SoundError.request("\(printable(folder + tag.name)) exists; name the output")
    }
    return .init(path ?? folder + tag.name, request)
  }

  private func convert(_ input: String, as personality: Personality) throws {
    // What makes no sense is told before a file is touched.
    let requests = try outputs.map { try $0.command.request() }
    let single = outputs.isEmpty && !command.options.restoresTag ? try command.request() : nil
    let excerpt = try command.excerpt()
    var sound = try SoundFile(path: input)
    sound.excerpt = excerpt
    var targets = zip(outputs, requests).map { SoundConverter.Output($0.path, $1) }
    if outputs.isEmpty { targets = [try target(for: sound, single)] }
    let commands = outputs.isEmpty ? [command] : outputs.map(\.command)
    let report = ConversionReport(sound, isVerbose: command.options.isVerbose)
    report.begin()
    let results = try SoundConverter.convert(
      sound, to: targets, measuresSignalToNoise: command.options.isVerbose || command.wantsJSON,
      measuresNoiseToMask: command.options.isVerbose)
    for warning in Set(commands.flatMap(\.options.warnings)).sorted() {
      Console.complain("*** warning: \(warning)")
    }
    for (target, result) in zip(targets, results) { report.add(result, at: target.path) }
    if command.wantsJSON {
      let records = zip(targets, results).map {
        ConversionRecord(input: input, output: $0.path, .success($1))
      }
      if records.count == 1 {
        try Console.printJSON(records[0])
      } else {
        try Console.printJSON(records)
      }
    }
  }
}
