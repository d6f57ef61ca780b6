import ArgumentParser

/// Tells an error to the user and turns it into an exit status.
struct ErrorReport {
  private let personality: Personality

  init(_ personality: Personality) { self.personality = personality }

  func status(of error: any Error) -> Int32 {
    if let status = error as? ExitCode { return status.rawValue }
    if let invalid = error as? AfconvertArguments.Invalid {
      complain(of: invalid)
      return ExitStatus.usage.rawValue
    }
    let message = personality.command.fullMessage(for: error)
    switch personality.command.exitCode(for: error) {
    case .success where personality == .afconvert && isHelp(error):
      // afconvert's help is a usage message, on standard error.
      Console.complain(message)
      return ExitStatus.usage.rawValue
    case .success:
      Console.print(message)
      return ExitCode.success.rawValue
    case .validationFailure:
      Console.complain(message)
      return ExitStatus.usage.rawValue
    default:
      Console.complain("tocsin: \(error)")
      return ExitStatus.internalError.rawValue
    }
  }

  private func isHelp(_ error: any Error) -> Bool {
    personality.command.fullMessage(for: error).hasPrefix("OVERVIEW")
  }

  private func complain(of invalid: AfconvertArguments.Invalid) {
    let text =
      switch invalid {
      case .unknownOption(let option): "unknown option: \(option)"
      case .missingArgument(let option): "missing argument: \(option)"
      }
    let usage =
      personality == .tocsin
      ? Tocsin.usageString(for: ConvertCommand.self) : personality.command.usageString()
    Console.complain(text + "\nUsage: " + usage)
  }
}
