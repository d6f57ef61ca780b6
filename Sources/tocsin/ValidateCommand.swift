import ArgumentParser
import AudioFormats

struct ValidateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "validate",
    abstract: "Check sounds against Apple's rules for alert sounds.",
    discussion: """
      EXIT STATUS
        0  fine, or warnings alone without --strict
        1  an error finding; an unreadable file is one
        2  wrong usage

      EXAMPLES
        tocsin validate Sounds/*.caf
        tocsin validate --strict --json alert.wav
      """)

  @Argument(help: "The sounds to check.")
  var files: [String]

  @Flag(name: .customLong("strict"), help: "Let warnings fail too.")
  var isStrict = false

  @Flag(name: .customLong("json"), help: "Print the reports as JSON.")
  var wantsJSON = false

  func run() throws {
    try ValidationRun(files: files, isStrict: isStrict, wantsJSON: wantsJSON).run()
  }
}
