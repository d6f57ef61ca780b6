/// A command line of afconvert, parsed by its own grammar.
///
/// Only the first letter of a short option counts (`-data` is `-d`). A value always follows as an
/// argument of its own. Options after an `-o` apply to that output alone.
struct AfconvertArguments {
  /// A command line that the grammar refuses.
  enum Invalid: Error, Equatable {
    /// The text that was typed, and the most similar known option.
    case unknownOption(String, nearest: String?)
    case missingArgument(String)
  }

  /// Options for all outputs, as the parser takes them: `--name=value`.
  private(set) var shared: [String] = []
  /// Each `-o` and the options after it.
  private(set) var outputs: [(path: String, options: [String])] = []
  /// The arguments that are not options: the input, and an output.
  private(set) var files: [String] = []
  /// All arguments as they were typed.
  let typed: [String]

  /// - Parameter extra: further long options and the number of their values.
  init(_ arguments: [String], extra: [String: Int] = [:]) throws(Invalid) {
    typed = arguments
    var rest = arguments[...]
    var onlyFiles = false
    while let argument = rest.popFirst() {
      if onlyFiles || argument == "-" || !argument.hasPrefix("-") {
        files.append(argument)
      } else if argument == "--" {
        onlyFiles = true
      } else {
        try takeOption(argument, &rest, extra)
      }
    }
  }

  private mutating func takeOption(
    _ argument: String, _ rest: inout ArraySlice<String>, _ extra: [String: Int]
  ) throws(Invalid) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      .map(String.init)
    guard let option = Self.option(named: parts[0], extra) else {
      let known = Array(Self.longOptions.keys) + extra.keys
      throw .unknownOption(argument, nearest: known.sorted().nearest(to: parts[0]))
    }
    var values = argument.hasPrefix("--") ? Array(parts.dropFirst()) : []
    while values.count < option.valueCount {
      guard let value = rest.popFirst() else { throw .missingArgument(argument) }
      values.append(value)
    }
    if option.name == "-o" {
      outputs.append((values[0], []))
      return
    }
    let separator = option.name == "--prime-override" ? "," : "="
    let joined = option.name + (values.isEmpty ? "" : "=" + values.joined(separator: separator))
    if outputs.isEmpty || Self.isShared(option.name) {
      shared.append(joined)
    } else {
      outputs[outputs.count - 1].options.append(joined)
    }
  }

  private typealias Option = (name: String, valueCount: Int)

  private static func option(named text: String, _ extra: [String: Int]) -> Option? {
    if text.hasPrefix("--") {
      let count = longOptions[text] ?? extra[text]
      return count.map { (text, $0) }
    }
    switch text {
    case "-hf": return ("--help-formats", 0)
    case "-ud", "-ue": return (text, 2)
    default:
      guard let letter = text.dropFirst().first, let name = shortOptions[letter] else { return nil }
      return name == "-o" ? (name, 1) : longOptions[name].map { (name, $0) }
    }
  }

  /// Whether an option concerns the input, or the run as a whole.
  private static func isShared(_ name: String) -> Bool {
    [
      "--verbose", "--help", "--help-formats", "--offset", "--read-track", "--prime-override",
      "--leaks", "--profile", "--json", "--join", "--output-dir", "--force", "--raw",
    ].contains(name)
  }

  private static let shortOptions: [Character: String] = [
    "d": "--data", "f": "--file", "o": "-o", "c": "--channels", "l": "--channellayout",
    "b": "--bitrate", "q": "--quality", "r": "--src-quality", "s": "--strategy",
    "u": "--userproperty", "t": "--tag", "v": "--verbose", "h": "--help",
  ]

  /// Long names and the number of their values.
  private static let longOptions: [String: Int] = [
    "--data": 1, "--file": 1, "--channels": 1, "--channellayout": 1, "--bitrate": 1,
    "--quality": 1, "--optimize": 1, "--src-quality": 1, "--src-complexity": 1, "--strategy": 1,
    "--prime-method": 1, "--prime-override": 2, "--no-filler": 0, "--soundcheck-generate": 0,
    "--soundcheck-read": 0, "--anchor-loudness": 1, "--anchor-generate": 0, "--media-kind": 1,
    "--generate-hash": 0, "--copy-hash": 0, "--codec-manuf": 1, "--dither": 1, "--mix": 0,
    "--userproperty": 2, "--read-track": 1, "--offset": 1, "--gapless-before": 1,
    "--gapless-after": 1, "--decode-formatid": 1, "--condensed-framing": 1, "--tag": 0,
    "--verbose": 0, "--leaks": 0, "--profile": 0, "--help": 0, "--help-formats": 0,
  ]
}
