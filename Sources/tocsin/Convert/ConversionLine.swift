import AlertSounds
import ArgumentParser

/// A conversion's command line, parsed: what holds for the run, and each output's request.
struct ConversionLine {
  /// One output and the options that hold for it.
  struct Output {
    /// nil where no `-o` names it.
    let path: String?
    let command: any ConversionDeclaration
  }

  /// What no option is: the inputs, and an output.
  let files: [String]
  let outputs: [Output]

  /// Options that hold for the run are the same in each output's.
  var command: any ConversionDeclaration { outputs[0].command }

  /// Takes a command line apart by afconvert's grammar; each output is parsed once.
  /// - Parameter root: the command that the parser starts from, for its messages.
  init<Command: ConversionDeclaration>(
    _ arguments: AfconvertArguments, as type: Command.Type, of root: any ParsableCommand.Type
  ) throws {
    let name = root == type ? [] : [Command.configuration.commandName ?? ""]
    func parse(_ options: [String]) throws -> Command {
      let all = name + arguments.shared + options + ["--"] + arguments.files
      guard let command = try root.parseAsRoot(all) as? Command else {
        throw CleanExit.helpRequest(Command.self)
      }
      return command
    }
    files = arguments.files
    outputs =
      arguments.outputs.isEmpty
      ? [Output(path: nil, command: try parse([]))]
      : try arguments.outputs.map { Output(path: $0.path, command: try parse($0.options)) }
  }
}
