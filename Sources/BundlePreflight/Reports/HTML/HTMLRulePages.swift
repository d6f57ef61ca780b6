import Files
import AlertSounds

/// The pages of the rules with findings, at the end of the report.
struct HTMLRulePages {
  private let pages: [RulePage]
  private let identifiers: Set<String>

  init(_ rules: [RulePage], findings: [PreflightFinding]) {
    let found = Set(findings.map(\.finding.rule))
    pages = rules.filter { found.contains($0.identifier) }
    identifiers = Set(pages.map(\.identifier))
  }

  /// The rule's name, with a link to its page if it has one.
  func link(to rule: String) -> String {
    let name = htmlText(rule)
    guard identifiers.contains(rule) else { return "<code class=\"rule\">\(name)</code>" }
    return "<a class=\"rule\" href=\"#rule-\(name)\"><code>\(name)</code></a>"
  }

  func write(to output: inout some TextOutputStream) {
    guard !pages.isEmpty else { return }
    output.write(#"<section id="rules" aria-labelledby="rules-title">"#)
    output.write("\n<h2 id=\"rules-title\">The rules of these findings</h2>\n")
    for page in pages {
      let name = htmlText(page.identifier)
      output.write("<details id=\"rule-\(name)\"><summary><code>\(name)</code> ")
      output.write("\(htmlText(page.summary))</summary>\n<div class=\"prose\">\n")
      HTMLMarkdown.write(page.explanation, to: &output)
      output.write("</div></details>\n")
    }
    output.write("</section>\n")
  }
}
