import AlertSounds
import AudioFormats
import Files

/// The report for people: a block for each file with findings, those with errors first. Notes are
/// folded into their number unless they are asked for.
struct TextReportWriter: ReportWriter {
  let isColored: Bool
  let showsNotes: Bool
  let explains: Bool

  func write(_ report: PreflightReport, to output: inout some TextOutputStream) {
    for input in report.inputs {
      output.write("\(printable(input.path)): \(printable(input.kind))\n")
    }
    if !report.inputs.isEmpty { output.write("\n") }
    var shown = report
    shown.findings.removeAll { !showsNotes && $0.finding.severity == .note }
    let (common, others) = shown.byFolder
    let files = others.byFile
    for severity in Finding.Severity.allCases.reversed() {
      write(files.filter { $0.worst == severity }, to: &output)
      write(common.filter { $0.findings[0].finding.severity == severity }, to: &output)
    }
    if explains { explain(report.askingPlaces, to: &output) }
    let summary = ReportSummary(report)
    output.write(summary.sentence + "\n")
    if let understanding = summary.understanding { output.write(understanding + "\n") }
    let hidden = report.findings.count - shown.findings.count
    if hidden > 0 { output.write("\(count(hidden, "note")) not shown: --notes\n") }
  }

  /// Lists the places that ask for sounds, with what they ask for.
  private func explain(_ places: [AskingPlace], to output: inout some TextOutputStream) {
    for place in places {
      let names = place.names.map { printed($0) }.joined(separator: ", ")
      output.write(
        "\(printable(place.file)):\(place.line):\(place.column): "
          + (names.isEmpty ? "could not be followed" : "asks for \(names)") + "\n")
    }
    if !places.isEmpty { output.write("\n") }
  }

  private func write(_ groups: [FileFindings], to output: inout some TextOutputStream) {
    for group in groups {
      output.write(styled(printable(group.file), .bold) + "\n")
      for finding in group.findings { write(finding, to: &output) }
      output.write("\n")
    }
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
