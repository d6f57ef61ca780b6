import AlertSounds
import AudioFormats
import Files

/// JUnit's XML: a suite for each file, a case for each finding, and a passed case for each sound
/// without findings.
struct JUnitReportWriter: ReportWriter {
  /// Whether a warning fails, as an error does.
  let isStrict: Bool

  func write(_ report: PreflightReport, to output: inout some TextOutputStream) {
    let suites = suites(of: report)
    output.write(#"<?xml version="1.0" encoding="UTF-8"?>"# + "\n")
    let tests = suites.reduce(0) { $0 + max(1, $1.findings.count) }
    let failures = suites.reduce(0) { $0 + failureCount($1) }
    output.write(#"<testsuites name="tocsin preflight" \#(counts(tests, failures))>"# + "\n")
    for suite in suites { write(suite, to: &output) }
    output.write("</testsuites>\n")
  }

  /// The files with findings and the sounds without, in the order of their names.
  private func suites(of report: PreflightReport) -> [FileFindings] {
    let found = report.findingsByFile
    var known = Set(found.map { FileKey($0.file) })
    let clean = report.sounds.filter { known.insert(FileKey($0.file)).inserted }
      .map { FileFindings(file: $0.file, findings: []) }
    return (found + clean).sorted { FileKey($0.file) < FileKey($1.file) }
  }

  private func write(_ suite: FileFindings, to output: inout some TextOutputStream) {
    let file = xmlText(suite.file)
    let counts = counts(max(1, suite.findings.count), failureCount(suite))
    output.write("  <testsuite name=\"\(file)\" \(counts)>\n")
    if suite.findings.isEmpty {
      let name = "plays as an alert sound"
      output.write(#"    <testcase classname="\#(file)" name="\#(name)" file="\#(file)"/>"# + "\n")
    }
    for finding in suite.findings { write(finding, file: file, to: &output) }
    output.write("  </testsuite>\n")
  }

  private func write(
    _ finding: PreflightFinding, file: String, to output: inout some TextOutputStream
  ) {
    let what = finding.finding
    let message = xmlText(what.message)
    let line = finding.line.map { #" line="\#($0)""# } ?? ""
    output.write(
      #"    <testcase classname="\#(file)" name="\#(xmlText(what.rule)): \#(message)" "#
        + #"file="\#(file)"\#(line)>"# + "\n")
    let text = xmlText(finding.details, keepsLines: true)
    if fails(finding) {
      output.write(
        #"      <failure message="\#(message)" type="\#(what.severity.rawValue)">"#
          + "\(text)</failure>\n")
    } else {
      output.write("      <system-out>\(text)</system-out>\n")
    }
    output.write("    </testcase>\n")
  }

  private func fails(_ finding: PreflightFinding) -> Bool {
    finding.finding.severity >= (isStrict ? .warning : .error)
  }

  private func failureCount(_ suite: FileFindings) -> Int { suite.findings.count(where: fails) }

  private func counts(_ tests: Int, _ failures: Int) -> String {
    #"tests="\#(tests)" failures="\#(failures)" errors="0" skipped="0""#
  }
}

extension PreflightFinding {
  /// The finding in the form of the text report, with each part on one line.
  fileprivate var details: String {
    let place =
      line.map { ":\($0)" + (column.map { ":\($0)" } ?? "") }
      ?? finding.byteOffset.map { " at byte \($0)" } ?? ""
    let lines =
      [
        "\(file)\(place): \(finding.severity.rawValue): \(finding.message) [\(finding.rule)]"
      ] + (finding.fix?.text.map { ["→ \($0)"] } ?? [])
    return lines.map(printable).joined(separator: "\n")
  }
}
