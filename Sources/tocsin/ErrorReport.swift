import ArgumentParser

/// Tells an error to the user and turns it into an exit status.
enum ErrorReport {
  static func status(of error: any Error, _ personality: Personality) -> Int32 {
    if let status = error as? ExitCode { return status.rawValue }
    if let invalid = error as? AfconvertArguments.Invalid {
      complain(of: invalid, personality)
      return ExitStatus.usage.rawValue
    }
    switch Tocsin.exitCode(for: error) {
    case .success:
      // afconvert's help is a usage message, on standard error.
      if personality == .afconvert {
        Console.complain(message(error))
        return ExitStatus.usage.rawValue
      }
      Console.print(message(error))
      return ExitCode.success.rawValue
    case .validationFailure:
      Console.complain(message(error))
      return ExitStatus.usage.rawValue
    default:
      Console.complain("tocsin: \(error)")
      return ExitStatus.internalError.rawValue
    }
  }

  private static func message(_ error: any Error) -> String { Tocsin.fullMessage(for: error) }

  private static func complain(
    of invalid: AfconvertArguments.Invalid, _ personality: Personality
  ) {
    let text =
      switch invalid {
      case .unknownOption(let option): "unknown option: \(option)"
      case .missingArgument(let option): "missing argument: \(option)"
      }
    Console.complain(text + "\n" + ConvertCommand.usageString())
  }
}
