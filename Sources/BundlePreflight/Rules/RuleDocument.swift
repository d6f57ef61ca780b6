public import AlertSounds

/// The pages of rules as one Markdown document.
public struct RuleDocument: Sendable {
  private let rules: [Rule]

  /// A document of these rules, in their order.
  public init(_ rules: [Rule]) { self.rules = rules }

  /// A table of all rules, then a section for each: the text of `Documentation/rules.md`.
  public var markdown: String {
    let rows = rules.map { rule in
      "| [\(rule.identifier)](#\(rule.identifier)) | \(rule.severity.rawValue) | \(rule.summary) |"
    }
    return """
      # Rules

      What `tocsin validate` and `tocsin preflight` look at. A configuration file turns a rule off, \
      or gives it another severity. This page is made by `tocsin rules --markdown`.

      | rule | severity | what it wants |
      |---|---|---|
      \(rows.joined(separator: "\n"))

      \(rules.map(section).joined(separator: "\n\n"))
      """
  }

  private func section(_ rule: Rule) -> String {
    let settings = rule.limits.map { limit in
      "- `\(limit.name)` (\(limit.standardText)): \(limit.meaning)"
    }
    let samples = rule.needsSamples ? " It decodes the sound; `--no-audio` leaves it out." : ""
    return "## \(rule.identifier)\n\n*\(rule.severity.rawValue)*: \(rule.summary).\(samples)\n\n"
      + rule.explanation
      + (settings.isEmpty
        ? "" : "\n\n**Settings**\n\n" + settings.joined(separator: "\n"))
  }
}
