import AlertSounds
import ArgumentParser
import BundlePreflight
import ConsoleOutput

struct RulesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rules",
    abstract: "List the rules, or explain one.",
    discussion: """
      EXAMPLES
        tocsin rules
        tocsin rules sound-missing
        tocsin rules --markdown > rules.md
      """)

  @Argument(help: ArgumentHelp("The rules to explain.", valueName: "id"))
  var identifiers: [String] = []

  @Flag(name: .customLong("json"), help: "Print the rules as JSON.")
  var wantsJSON = false

  @Flag(name: .customLong("markdown"), help: "Print the pages as one Markdown document.")
  var wantsMarkdown = false

  @Flag(
    name: .customLong("schema"), help: "Print the JSON schema of a configuration file.")
  var wantsSchema = false

  func run() throws {
    if wantsSchema { return Console.print(ConfigurationSchema.document) }
    let rules = try identifiers.isEmpty ? RuleCatalogue.rules : identifiers.map(rule)
    if wantsJSON {
      try Console.printJSON(RulesRecord(rules: rules))
    } else if wantsMarkdown {
      Console.print(RuleDocument(rules).markdown)
    } else if identifiers.isEmpty {
      var table = Table([("RULE", .left), ("SEVERITY", .left), ("WHAT IT WANTS", .left)])
      for rule in rules { table.append([rule.identifier, rule.severity.rawValue, rule.summary]) }
      Console.print(table.text)
    } else {
      Console.print(rules.map(\.text).joined(separator: "\n\n"))
    }
  }

  private func rule(_ identifier: String) throws -> Rule {
    guard let rule = RuleCatalogue.rule(identifier) else {
      throw ValidationError("there is no rule '\(identifier)'; `tocsin rules` lists them")
    }
    return rule
  }
}

/// The JSON of the rules.
private struct RulesRecord: Encodable {
  struct Entry: Encodable {
    let identifier: String
    let severity: Finding.Severity
    let summary: String
    let explanation: String
    let limits: [Rule.Limit]
    let needsSamples: Bool
  }

  let version = 1
  let rules: [Entry]

  init(rules: [Rule]) {
    self.rules = rules.map { rule in
      Entry(
        identifier: rule.identifier, severity: rule.severity, summary: rule.summary,
        explanation: rule.explanation, limits: rule.limits, needsSamples: rule.needsSamples)
    }
  }
}

extension Rule {
  /// The page for a terminal.
  fileprivate var text: String {
    let limits = limits.map { limit in
      "\n\(limit.name) (\(limit.standardText)): \(limit.meaning)"
    }
    return "\(identifier) (\(severity.rawValue))\n\(summary)\n\n\(explanation)"
      + (limits.isEmpty ? "" : "\n" + limits.joined())
  }
}
