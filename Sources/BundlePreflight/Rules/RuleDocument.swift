public import AlertSounds

/// All rule pages as one Markdown document.
public struct RuleDocument: Sendable {
  private let pages: [RulePage]

  /// A document of these pages, in their order.
  public init(_ pages: [RulePage]) { self.pages = pages }

  /// A table of all rules, then a section for each: the text of `Documentation/rules.md`.
  public var markdown: String {
    let rows = pages.map { page in
      "| [\(page.identifier)](#\(page.identifier)) | \(page.severity.rawValue) | \(page.summary) |"
    }
    return """
      # Rules

      What `tocsin validate` and `tocsin preflight` look at. A configuration file turns a rule off, \
      or gives it another severity. This page is made by `tocsin rules --markdown`.

      | rule | severity | what it wants |
      |---|---|---|
      \(rows.joined(separator: "\n"))

      \(pages.map(section).joined(separator: "\n\n"))
      """
  }

  private func section(_ page: RulePage) -> String {
    let settings = page.limits.map { limit in
      "- `\(limit.name)` (\(limit.standardText)): \(limit.meaning)"
    }
    let samples = page.needsSamples ? " It decodes the sound; `--no-audio` leaves it out." : ""
    return "## \(page.identifier)\n\n*\(page.severity.rawValue)*: \(page.summary).\(samples)\n\n"
      + page.explanation
      + (settings.isEmpty
        ? "" : "\n\n**Settings**\n\n" + settings.joined(separator: "\n"))
  }
}
