import ArgumentParser
import ConsoleOutput
import Files

struct InfoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "info",
    abstract: "Tell what is in a sound file.",
    discussion: """
      --brief and --xml print what afinfo prints.

      EXAMPLES
        tocsin info alert.caf
        tocsin info --chunks --json *.wav
      """)

  @Argument(help: "The sounds to look at.")
  var files: [String]

  @Flag(name: .customLong("chunks"), help: "List the chunks and their offsets.")
  var listsChunks = false

  @Flag(name: .customLong("json"), help: "Print the facts as JSON.")
  var wantsJSON = false

  @OptionGroup var options: AfinfoOptions

  func validate() throws {
    guard [wantsJSON, options.wantsXML, options.isBrief].count(where: \.self) < 2 else {
      throw ValidationError("--json, --xml and --brief are different forms: use one of them")
    }
    guard !listsChunks || !(options.wantsXML || options.isBrief) else {
      throw ValidationError("--chunks goes with the plain form and --json: afinfo has no chunks")
    }
  }

  func run() throws {
    guard options.wantsXML || options.isBrief else {
      let run = InfoRun(
        files: files, inspection: options.inspection, listsChunks: listsChunks,
        wantsJSON: wantsJSON)
      return try run.run()
    }
    let isComplete = options.report(on: files) { Console.complain("Error: \($0.reason)") }
    if !isComplete { throw ExitStatus.failure }
  }
}
