import AlertSounds
import ArgumentParser
import AudioFormats
import ConsoleOutput

/// The tool called as `afinfo`.
///
/// The known facts about Apple's tool leave some behaviour open; this is decided here:
/// - help goes to standard output with status 0; wrong usage is status 2;
/// - for a file that cannot be read, standard error has one line, `Fail: AudioFileOpenURL failed`
///   and the reason, and standard output has nothing; the other files are reported, the status is
///   1;
/// - with `--real` a file that breaks off while it is read fails the same way, as
///   `AudioFileReadPacketData`.
struct AfinfoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "afinfo",
    abstract: "Tell what is in audio files.",
    usage: "afinfo [option...] audio_file...",
    discussion: """
      Options may appear before or after the files.

      EXIT STATUS
        0  all files were read
        1  a file could not be read
        2  wrong usage
      """)

  @Argument(help: "The files to look at.")
  var files: [String]

  @OptionGroup var options: AfinfoOptions

  @Flag(name: .customLong("leaks"), help: "Taken for compatibility; does nothing.")
  var looksForLeaks = false

  func run() throws {
    let isComplete = options.report(on: files) { failure in
      Console.complain("Fail: \(failure.operation) failed: \(failure.reason)")
    }
    if !isComplete { throw ExitStatus.failure }
  }
}
