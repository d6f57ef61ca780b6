import ArgumentParser
import BundlePreflight
import ConsoleOutput

/// What `preflight` and `fix` have in common.
struct PreflightOptions: ParsableArguments {
  @Flag(name: .customLong("strict"), help: "Let warnings fail too.")
  var isStrict = false

  @Flag(name: .customLong("no-audio"), help: "Leave out the rules that decode sounds.")
  var skipsAudio = false

  @Option(
    name: .customLong("config"),
    help: "The configuration; else the .tocsin.yml nearest above the first path.")
  var configFile: String?

  @Flag(name: .customLong("no-config"), help: "Look for no configuration.")
  var ignoresConfiguration = false

  func configuration(_ paths: [String]) throws -> PreflightConfiguration {
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
