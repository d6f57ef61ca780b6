import AlertSounds
import Files

/// The pages of the rules with findings, at the end of the report.
struct HTMLRulePages {
  private let rules: [Rule]
  private let identifiers: Set<String>

  init(_ rules: [Rule], findings: [PreflightFinding]) {
    let found = Set(findings.map(\.finding.rule))
    self.rules = rules.filter { found.contains($0.identifier) }
    identifiers = Set(self.rules.map(\.identifier))
  }

  /// The rule's name, with a link to its page if it has one.
  func link(to rule: String) -> String {
    let name = htmlText(rule)
    guard identifiers.contains(rule) else { return "<code class=\"rule\">\(name)</code>" }
    return "<a class=\"rule\" href=\"#rule-\(name)\"><code>\(name)</code></a>"
  }

  func write(to output: inout some TextOutputStream) {
    guard !rules.isEmpty else { return }
    output.write(#"<section id="rules" aria-labelledby="rules-title">"#)
    output.write("\n<h2 id=\"rules-title\">The rules of these findings</h2>\n")
    for rule in rules {
      let name = htmlText(rule.identifier)
      output.write("<details id=\"rule-\(name)\"><summary><code>\(name)</code> ")
      output.write("\(htmlText(rule.summary))</summary>\n<div class=\"prose\">\n")
      HTMLMarkdown.write(rule.explanation, to: &output)
      output.write("</div></details>\n")
    }
    output.write("</section>\n")
  }
}
