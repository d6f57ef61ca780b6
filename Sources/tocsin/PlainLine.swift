import ArgumentParser

/// A command line of files alone, `tocsin info FILE…` or `tocsin validate FILE…`.
///
/// Most runs have such a line. The parser finds all commands by reflection, which takes three times
/// as long as the work; a line without options does not need it.
enum PlainLine {
  case info([String])
  case validate([String])

  /// nil for every other line, which is the parser's: another command, an option, no file.
  init?(_ arguments: [String]) {
    let files = Array(arguments.dropFirst())
    guard !files.isEmpty, !files.contains(where: { $0.hasPrefix("-") }) else { return nil }
    switch arguments[0] {
    case InfoCommand.configuration.commandName: self = .info(files)
    case ValidateCommand.configuration.commandName: self = .validate(files)
    default: return nil
    }
  }

  func run() throws {
    switch self {
    case .info(let files): try InfoRun(files: files).run()
    case .validate(let files): try ValidationRun(files: files).run()
    }
  }
}
