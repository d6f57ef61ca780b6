import ArgumentParser
import ConsoleOutput
import Glibc
import LogOutput

/// The sound tool: options in, one call, print.
@main
struct Tocsin: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tocsin",
    abstract: "Convert, inspect, validate and play alert sounds.",
    discussion: """
      An alert sound is a CAF, WAVE or AIFF file with linear PCM, ima4, ulaw or alaw, under 30 s.

      tocsin convert Submarine.aiff sub.caf -d ima4 -f caff -v
      tocsin validate Sounds/*.caf
      """,
    version: ToolVersion.line(of: "tocsin"),
    subcommands: [
      ConvertCommand.self, InfoCommand.self, ValidateCommand.self, PreflightCommand.self,
      FixCommand.self, RulesCommand.self, PlayCommand.self, WaveCommand.self,
    ])

  static func main() {
    StandardDescriptors.fill()
    refuseUnreadableArguments()
    let personality = Personality(calledAs: CommandLine.arguments.first ?? "tocsin")
    do {
      try run(as: personality, Array(CommandLine.arguments.dropFirst()))
    } catch {
      Glibc.exit(ErrorReport(personality).status(of: error))
    }
  }

  /// Swift repairs arguments that are not UTF-8, and a repaired name is that of another file.
  private static func refuseUnreadableArguments() {
    for index in 0..<Int(CommandLine.argc) {
      guard let argument = CommandLine.unsafeArgv[index] else { return }
      if String(validatingCString: argument) == nil {
        Console.complain("Error: argument \(index) is not UTF-8: rename the file")
        Glibc.exit(ExitStatus.usage.rawValue)
      }
    }
  }

  private static func run(as personality: Personality, _ arguments: [String]) throws {
    if personality == .tocsin, let line = PlainLine(arguments) { return try line.run() }
    // The parser's own requests: completions, and the description that manuals are made of.
    let isOwnRequest = arguments.first.map {
      $0.hasPrefix("--generate-completion-script") || $0 == "--experimental-dump-help"
    }
    switch personality {
    case .afconvert where isOwnRequest != true:
      try convert(arguments, as: personality)
    case .tocsin where arguments.first == ConvertCommand.configuration.commandName:
      try convert(Array(arguments.dropFirst()), as: personality)
    default:
      if personality == .tocsin { try refuseUnknownCommand(arguments) }
      var command = try personality.command.parseAsRoot(arguments)
      try command.run()
    }
  }
}

extension Tocsin {
  private static func convert(_ arguments: [String], as tool: Personality) throws {
    let line = try ConvertArguments(arguments, of: tool)
    if line.run.wantsHelp {
      throw tool == .tocsin
        ? CleanExit.helpRequest(ConvertCommand.self) : CleanExit.helpRequest(AfconvertCommand.self)
    }
    if line.run.wantsVersion { return Console.print(ToolVersion.line(of: "tocsin")) }
    try ConversionRun(line, as: tool).run()
  }

  /// The parser takes an unknown command for a stray argument, and has no suggestion.
  private static func refuseUnknownCommand(_ arguments: [String]) throws {
    let names = configuration.subcommands.compactMap { $0.configuration.commandName }
    let isHelp = arguments.first == "help"
    guard let name = isHelp ? arguments.dropFirst().first : arguments.first,
      !name.hasPrefix("-"), !names.contains(name), name != "help"
    else { return }
    let hint =
      ["version": "--version"][name] ?? names.nearest(to: name).map { "tocsin \($0)" }
    throw ValidationError(
      "unknown command '\(name)'"
        + (hint.map { "; did you mean '\($0)'?" } ?? "; known are \(names.joined(separator: ", "))")
    )
  }
}

/// The exit statuses of all subcommands; 0 is success.
enum ExitStatus {
  /// The work was not done, or there are error findings.
  static let failure = ExitCode(1)
  static let usage = ExitCode(2)
  static let internalError = ExitCode(3)
}
