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
    let pages = try identifiers.isEmpty ? RuleCatalogue.pages : identifiers.map(page)
    if wantsJSON {
      try Console.printJSON(RulesRecord(rules: pages))
    } else if wantsMarkdown {
      Console.print(RuleDocument(pages).markdown)
    } else if identifiers.isEmpty {
      var table = Table([("RULE", .left), ("SEVERITY", .left), ("WHAT IT WANTS", .left)])
      for page in pages { table.append([page.identifier, page.severity.rawValue, page.summary]) }
      Console.print(table.text)
    } else {
      Console.print(pages.map(\.text).joined(separator: "\n\n"))
    }
  }

  private func page(_ identifier: String) throws -> RulePage {
    guard let page = RuleCatalogue.page(identifier) else {
      throw ValidationError("there is no rule '\(identifier)'; `tocsin rules` lists them")
    }
    return page
  }
}

/// The JSON of the rules.
private struct RulesRecord: Encodable {
  let version = 1
  let rules: [RulePage]
}

extension RulePage {
  /// The page for a terminal.
  fileprivate var text: String {
    let limits = limits.map { limit in
      "\n\(limit.name) (\(limit.standardText)): \(limit.meaning)"
    }
    return "\(identifier) (\(severity.rawValue))\n\(summary)\n\n\(explanation)"
      + (limits.isEmpty ? "" : "\n" + limits.joined())
  }
}
