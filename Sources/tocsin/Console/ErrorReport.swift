import AlertSounds
import ArgumentParser
import ConsoleOutput

/// A wrong command line of a conversion.
struct UsageError: Error {
  let message: String
  /// Whether the line breaks afconvert's grammar: it prints such a message as it is.
  let isOfGrammar: Bool

  init(_ message: String, isOfGrammar: Bool = false) {
    self.message = message
    self.isOfGrammar = isOfGrammar
  }
}

/// Tells an error to the user and turns it into an exit status.
struct ErrorReport {
  private let personality: Personality

  init(_ personality: Personality) { self.personality = personality }

  func status(of error: any Error) -> Int32 {
    if let status = error as? ExitCode { return status.rawValue }
    if let invalid = error as? UsageError {
      let isBare = invalid.isOfGrammar && personality == .afconvert
      return complain((isBare ? "" : "Error: ") + invalid.message)
    }
    if let error = error as? SoundError {
      Console.complain("Error: \(personality.text(of: error))")
      return ExitStatus.failure.rawValue
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

  /// Prints the error in a conversion's command line, and the right usage.
  private func complain(_ text: String) -> Int32 {
    let usage =
      personality == .tocsin
      ? Tocsin.usageString(for: ConvertCommand.self) : personality.command.usageString()
    Console.complain(text + "\nUsage: " + usage)
    return ExitStatus.usage.rawValue
  }
}
