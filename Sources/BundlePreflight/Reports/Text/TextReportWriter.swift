import AlertSounds
import AudioFormats
import Files

/// The report for people: a block for each file with findings.
struct TextReportWriter: ReportWriter {
  let isColored: Bool

  func write(_ report: PreflightReport, to output: inout some TextOutputStream) {
    for input in report.inputs {
      output.write("\(printable(input.path)): \(printable(input.kind))\n")
    }
    if !report.inputs.isEmpty { output.write("\n") }
    let (common, others) = report.byFolder
    write(common, to: &output)
    for group in others.byFile {
      output.write(styled(printable(group.file), .bold) + "\n")
      for finding in group.findings { write(finding, to: &output) }
      output.write("\n")
    }
    output.write(ReportSummary(report).sentence + "\n")
  }

  /// One line for a finding that many sounds of a folder have in common, with the first of them as
  /// the example.
  private func write(_ groups: [FolderFindings], to output: inout some TextOutputStream) {
    var folder: String?
    for group in groups {
      if group.folder != folder {
        if folder != nil { output.write("\n") }
        folder = group.folder
        output.write(
          styled(printable(group.folder.isEmpty ? "." : group.folder) + "/", .bold) + "\n")
      }
      let first = group.findings[0]
      let what = first.finding
      let severity = styled(what.severity.rawValue, Style(what.severity))
      output.write(
        "  \(severity) [\(printable(what.rule))] in \(count(group.findings.count, "sound")), such as "
          + "\(printable(first.file.fileName)): \(printable(what.message))\n")
      if let fix = what.fix?.text { output.write("    \(styled("→", .green)) \(printable(fix))\n") }
    }
    if folder != nil { output.write("\n") }
  }

  private func write(_ finding: PreflightFinding, to output: inout some TextOutputStream) {
    let what = finding.finding
    let severity = styled(what.severity.rawValue, Style(what.severity))
    output.write("  \(severity) [\(printable(what.rule))]\(finding.place): ")
    output.write(printable(what.message) + "\n")
    guard let fix = what.fix?.text else { return }
    output.write("    \(styled("→", .green)) \(printable(fix))\n")
  }

  private func styled(_ text: String, _ style: Style) -> String {
    isColored ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
  }
}

/// A terminal's text style (ECMA-48, section 8.3.117), with the eight colours that every colour
/// scheme has.
private enum Style: String {
  case bold = "1"
  case red = "1;31"
  case green = "32"
  case yellow = "1;33"
  case cyan = "36"

  init(_ severity: Finding.Severity) {
    switch severity {
    case .note: self = .cyan
    case .warning: self = .yellow
    case .error: self = .red
    }
  }
}

extension PreflightFinding {
  /// The place, after a space: `file:line:column` as editors and terminals open it, or the byte.
  fileprivate var place: String {
    if let line {
      return " \(printable(file)):\(line)" + (column.map { ":\($0)" } ?? "")
    }
    return finding.byteOffset.map { " at byte \($0)" } ?? ""
  }
}
