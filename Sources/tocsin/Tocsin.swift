import ArgumentParser
import ConsoleOutput
import Glibc

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
    version: "0.1.0",
    subcommands: [
      ConvertCommand.self, InfoCommand.self, ValidateCommand.self, PreflightCommand.self,
      FixCommand.self, RulesCommand.self, PlayCommand.self,
    ])

  static func main() {
    refuseUnreadableArguments()
    let personality = Personality(calledAs: CommandLine.arguments.first ?? "tocsin")
    do {
      try run(as: personality, Array(CommandLine.arguments.dropFirst()))
    } catch {
      Glibc.exit(ErrorReport(personality).status(of: error))
    }
  }

  /// Swift mends arguments that are no UTF-8, and a mended name is that of another file.
  private static func refuseUnreadableArguments() {
    for index in 0..<Int(CommandLine.argc) {
      guard let argument = CommandLine.unsafeArgv[index] else { return }
      if String(validatingCString: argument) == nil {
        Console.complain("Error: argument \(index) is no UTF-8: rename the file")
        Glibc.exit(ExitStatus.usage.rawValue)
      }
    }
  }

  private static func run(as personality: Personality, _ arguments: [String]) throws {
    // The parser's own requests: completions, and the description that manuals are made of.
    let isOwnRequest = arguments.first.map {
      $0.hasPrefix("--generate-completion-script") || $0 == "--experimental-dump-help"
    }
    switch personality {
    case .afconvert where isOwnRequest != true:
      let grammar = try AfconvertArguments(arguments)
      try Conversion(parsing: grammar, as: AfconvertCommand.self, of: AfconvertCommand.self).run(
        as: personality)
    case .tocsin where arguments.first == ConvertCommand.configuration.commandName:
      let grammar = try AfconvertArguments(
        Array(arguments.dropFirst()), extra: ConvertCommand.ownOptions)
      try Conversion(parsing: grammar, as: ConvertCommand.self, of: Tocsin.self).run(
        as: personality)
    default:
      var command = try personality.command.parseAsRoot(arguments)
      try command.run()
    }
  }
}

/// The exit statuses of all subcommands; 0 is success.
enum ExitStatus {
  /// The work was not done, or there are error findings.
  static let failure = ExitCode(1)
  static let usage = ExitCode(2)
  static let internalError = ExitCode(3)
}
