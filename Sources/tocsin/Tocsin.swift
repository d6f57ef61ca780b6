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
    do {
      var command = try parseAsRoot()
      try command.run()
    } catch {
      Glibc.exit(status(of: error))
    }
  }

  /// Prints what `error` has to say and gives the exit status for it.
  private static func status(of error: any Error) -> Int32 {
    let code = exitCode(for: error)
    if let status = error as? ExitCode { return status.rawValue }
    switch code {
    case .success:
      Console.print(fullMessage(for: error))
      return code.rawValue
    case .validationFailure:
      Console.complain(fullMessage(for: error))
      return ExitStatus.usage.rawValue
    default:
      Console.complain("tocsin: \(error)")
      return ExitStatus.internalError.rawValue
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
