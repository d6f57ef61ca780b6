import AlertSounds
import Files

/// A table of the rules that found something, for the summary of a job.
struct MarkdownReportWriter: ReportWriter {
  /// The address of the page with all rules; nil if they stand nowhere.
  let rulesAddress: String?
  /// The number of places that are named for each rule.
  private static let placeCount = 3
  /// The number of annotations of one severity that GitHub shows for a step.
  private static let annotationCount = 10

  func write(_ report: PreflightReport, to output: inout some TextOutputStream) {
    let summary = ReportSummary(report)
    output.write("### Alert sounds\n\n\(markdownText(summary.sentence))\n")
    if let understanding = summary.understanding {
      output.write("\n\(markdownText(understanding))\n")
    }
    let groups = Dictionary(grouping: report.findings) {
      RuleKey(rank: -$0.finding.severity.rank, rule: $0.finding.rule)
    }.sorted { $0.key < $1.key }
    guard !groups.isEmpty else { return }
    output.write("\n| rule | severity | count | places |\n|---|---|---:|---|\n")
    for (key, findings) in groups { output.write(row(key.rule, findings)) }
    let counts = Dictionary(grouping: report.findings, by: \.finding.severity).values.map(\.count)
    if counts.contains(where: { $0 > Self.annotationCount }) {
      output.write(
        "\nGitHub shows \(Self.annotationCount) annotations of a severity at most: the log of the "
          + "step has all findings.\n")
    }
  }

  private struct RuleKey: Hashable, Comparable {
    let rank: Int
    let rule: String

    static func < (left: Self, right: Self) -> Bool {
      (left.rank, left.rule) < (right.rank, right.rule)
    }
  }

  private func row(_ rule: String, _ findings: [PreflightFinding]) -> String {
    let name = markdownText(rule)
    let linked = rulesAddress.map { "[\(name)](\($0)#\(rule))" } ?? name
    let places = findings.byFile.flatMap(\.findings).map { finding in
      finding.file + (finding.line.map { ":\($0)" } ?? "")
    }.withoutRepeats()
    let shown = places.prefix(Self.placeCount).map { "<code>\(markdownText($0))</code>" }
    let rest = places.count - shown.count
    return "| \(linked) | \(findings[0].finding.severity.rawValue) | \(grouped(findings.count)) | "
      + shown.joined(separator: "<br>") + (rest > 0 ? "<br>and \(grouped(rest)) more" : "") + " |\n"
  }
}

/// Text without any meaning in Markdown or HTML, on one line: what could have one becomes a character
/// reference.
private func markdownText(_ text: String) -> String {
  var result = ""
  for scalar in printable(text).unicodeScalars {
    let isPlain =
      !scalar.isASCII || scalar.properties.isAlphabetic
      || " ./,;-0123456789".unicodeScalars.contains(scalar)
    if isPlain {
      result.unicodeScalars.append(scalar)
    } else {
      result += "&#\(scalar.value);"
    }
  }
  return result
}
