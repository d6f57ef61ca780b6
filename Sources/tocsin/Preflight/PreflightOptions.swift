import ArgumentParser
import BundlePreflight
import ConsoleOutput

/// The common options of `preflight` and `fix`.
struct PreflightOptions: ParsableArguments {
  @Flag(name: .customLong("strict"), help: "Let warnings fail too.")
  var isStrict = false

  @Flag(name: .customLong("no-audio"), help: "Leave out the rules that decode sounds.")
  var skipsAudio = false

  @Option(
    name: .customLong("select"),
    help: ArgumentHelp("Run only these rules; several with commas.", valueName: "rules"))
  var selected: [String] = []

  @Option(
    name: .customLong("ignore"),
    help: ArgumentHelp("Leave these rules out; several with commas.", valueName: "rules"))
  var ignored: [String] = []

  @Option(
    name: .customLong("config"),
    help: "The configuration; else the .tocsin.yml nearest above the first path.")
  var configFile: String?

  @Flag(name: .customLong("no-config"), help: "Look for no configuration.")
  var ignoresConfiguration = false

  func configuration(_ paths: [String]) throws -> PreflightConfiguration {
    var configuration = try read(paths)
    let rules = try (rules(in: selected), rules(in: ignored))
    configuration.choose(only: rules.0.isEmpty ? nil : rules.0, without: rules.1)
    return configuration
  }

  private func rules(in lists: [String]) throws -> Set<String> {
    let rules = lists.flatMap { $0.split(separator: ",").map(String.init) }
    if let unknown = rules.first(where: { RuleCatalogue.rule($0) == nil }) {
      throw ValidationError("there is no rule '\(unknown)'; `tocsin rules` lists them")
    }
    return Set(rules)
  }

  private func read(_ paths: [String]) throws -> PreflightConfiguration {
    try reading {
      if let configFile { return try PreflightConfiguration.read(configFile) }
      if ignoresConfiguration { return PreflightConfiguration() }
      return try PreflightConfiguration.found(above: paths.first ?? ".")
    }
  }

  /// A mistake in a file of ours is wrong usage.
  func reading<Value>(_ body: () throws -> Value) throws -> Value {
    do { return try body() } catch let error as ConfigurationError {
      Console.complain("Error: \(error)")
      throw ExitStatus.usage
    }
  }
}
