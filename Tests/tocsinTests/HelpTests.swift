import TestSupport
import Testing

@Suite("Help: on standard output, with examples, and exit status 0")
struct HelpTests {
  /// A command and lines that its help must have.
  struct Help: Sendable, CustomTestStringConvertible {
    let command: [String]
    let lines: [String]

    var testDescription: String { (["tocsin"] + command).joined(separator: " ") }
  }

  static let all = [
    Help(
      command: [],
      lines: [
        "OVERVIEW: Convert, inspect, validate and play alert sounds.",
        "tocsin convert Submarine.aiff sub.caf -d ima4 -f caff -v", "tocsin validate Sounds/*.caf",
        "USAGE: tocsin <subcommand>", "  info                    Tell what is in a sound file.",
        "  validate                Check sounds against Apple's rules for alert sounds.",
        "  play                    Play sounds, as afplay does.",
      ]),
    Help(
      command: ["convert"],
      lines: [
        "OVERVIEW: Convert and edit sounds, as afconvert does and beyond it.", "EXAMPLES",
        "  tocsin convert Submarine.aiff sub.caf",
        "  tocsin convert in.wav -o a.caf -d ima4 -o b.wav -d ulaw",
        "  tocsin convert --to caff:ima4 --output-dir Sounds *.wav",
        "  -d, --data <format[@rate][/flags][#frames]>",
        "  -f, --file <4cc>        The output's file format: caff WAVE AIFF AIFC; with",
        "  -v, --verbose           Print what is done.",
        "  --json                  Print the results as a JSON array.",
        "  --fade-out <seconds>    Fall to silence at the end.",
        "OPTIONS OF AFCONVERT WITHOUT EFFECT ON ALERT SOUNDS:",
        "  -ud <property value>    A decoder's property.",
      ]),
    Help(
      command: ["info"],
      lines: [
        "OVERVIEW: Tell what is in a sound file.", "EXAMPLES", "  tocsin info alert.caf",
        "  --chunks                List the chunks and their offsets.",
        "  --json                  Print the facts as JSON.",
      ]),
    Help(
      command: ["validate"],
      lines: [
        "OVERVIEW: Check sounds against Apple's rules for alert sounds.", "EXIT STATUS",
        "  0  fine, or warnings alone without --strict",
        "  1  an error finding; an unreadable file is one", "  2  wrong usage", "EXAMPLES",
        "  --strict                Let warnings fail too.",
      ]),
    Help(
      command: ["play"],
      lines: [
        "OVERVIEW: Play sounds, as afplay does.", "EXAMPLES", "  tocsin play alert.caf",
        "  --device <device>       An ALSA device, file:PATH for a WAVE file, or null",
      ]),
  ]

  @Test("The essential lines are there", arguments: all, ["--help", "-h"])
  func lines(_ help: Help, option: String) throws {
    let result = try Tool.tocsin().run(help.command + [option])
    #expect(result.isQuietSuccess)
    let lines = result.text.split(separator: "\n").map(String.init)
    for line in help.lines { #expect(lines.contains(line), "\(line)") }
  }

  @Test("'help' says the same as '--help'", arguments: ["convert", "info", "validate", "play"])
  func helpCommand(_ command: String) throws {
    let tool = try Tool.tocsin()
    #expect(try tool.run(["help", command]).text == tool.run([command, "--help"]).text)
  }

  @Test("Without a subcommand the help is shown")
  func nothing() throws {
    let result = try Tool.tocsin().run([])
    #expect(result.isQuietSuccess)
    #expect(result.text.hasPrefix("OVERVIEW: Convert, inspect, validate and play alert sounds."))
  }

  @Test("The version is one line: the name, three numbers, the build")
  func version() throws {
    let result = try Tool.tocsin().run(["--version"])
    #expect(result.isQuietSuccess)
    #expect(result.text.wholeMatch(of: /tocsin [0-9]+\.[0-9]+\.[0-9]+ \([^()]+\)\n/) != nil)
  }
}
