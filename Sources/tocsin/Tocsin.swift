import ArgumentParser
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
    subcommands: [ConvertCommand.self, InfoCommand.self, ValidateCommand.self, PlayCommand.self])

  static func main() {
    let personality = Personality(calledAs: CommandLine.arguments.first ?? "tocsin")
    do {
      try run(as: personality, Array(CommandLine.arguments.dropFirst()))
    } catch {
      Glibc.exit(ErrorReport.status(of: error, personality))
    }
  }

  private static func run(as personality: Personality, _ arguments: [String]) throws {
    switch personality {
    case .afconvert:
      try Conversion(parsing: AfconvertArguments(arguments)).run(as: personality)
    case .tocsin where arguments.first == ConvertCommand.configuration.commandName:
      let grammar = try AfconvertArguments(
        Array(arguments.dropFirst()), extra: ConvertCommand.ownOptions)
      try Conversion(parsing: grammar).run(as: personality)
    case .tocsin, .afinfo, .afplay:
      var command = try parseAsRoot(arguments)
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
