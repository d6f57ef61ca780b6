import AlertSounds
import Files

/// A self-contained HTML page: it can be mailed, kept as a build artefact and opened from a disk.
///
/// The page's policy allows only its own script and style, identified by their hashes, and `data:`
/// sounds. A name that contains markup could neither run nor load anything.
struct HTMLReportWriter: ReportWriter {
  let options: ReportOptions

  func write(_ report: PreflightReport, to output: inout some TextOutputStream) {
    let groups = report.findingsByFile
    let pages = HTMLRulePages(options.rules, findings: report.findings)
    let findings = HTMLFindings(pages: pages)
    writeHead(report, to: &output)
    HTMLSummary(report, groups: groups).write(options, to: &output)
    output.write("<main>\n")
    // Failures come first: a thousand sounds would hide them.
    let others = others(report, groups)
    let isFirst = others.contains { $0.worst == .error }
    if isFirst { writeOthers(others, findings, to: &output) }
    if !report.sounds.isEmpty {
      writeSounds(report, groups: groups, findings, to: &output)
    }
    if !isFirst { writeOthers(others, findings, to: &output) }
    pages.write(to: &output)
    output.write("</main>\n<script>\(HTMLScript.text)</script>\n</body>\n</html>\n")
  }

  private func writeHead(_ report: PreflightReport, to output: inout some TextOutputStream) {
    let summary = ReportSummary(report)
    output.write(
      """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="\(HTMLPolicy.text)">
      <meta name="referrer" content="no-referrer">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <title>\(options.subject.map { htmlText($0.name) + ": alert sounds" } ?? "Alert sounds"): \(count(summary.errorCount, "error")), \
      \(count(summary.warningCount, "warning"))</title>
      <link rel="icon" href="data:,">
      <style>\(HTMLStyle.text)</style>
      </head>
      <body>

      """)
  }

  private func writeSounds(
    _ report: PreflightReport, groups: [FileFindings], _ findings: HTMLFindings,
    to output: inout some TextOutputStream
  ) {
    let found = Dictionary(
      groups.map { (FileKey($0.file), $0.findings) }, uniquingKeysWith: { first, _ in first })
    // A thousand sounds would hide those that fail.
    let (failing, passing) = split(report.sounds, found)
    HTMLSoundTable.writeStart(report, found, isInOrder: failing.isEmpty, to: &output)
    for (index, sound) in failing + passing {
      let row = HTMLSoundRow(
        index: index, sound: sound, findings: found[FileKey(sound.file)] ?? [])
      row.write(findings, preview: options.preview(sound), to: &output)
    }
    HTMLSoundTable.writeEnd(to: &output)
  }

  /// The sounds with errors, and the others, each with its place in the order of names.
  private func split(
    _ sounds: [PreflightSound], _ found: [FileKey: [PreflightFinding]]
  ) -> (failing: [(Int, PreflightSound)], passing: [(Int, PreflightSound)]) {
    var (failing, passing): ([(Int, PreflightSound)], [(Int, PreflightSound)]) = ([], [])
    for (index, sound) in sounds.enumerated() {
      let fails = found[FileKey(sound.file)]?.contains { $0.finding.severity == .error } == true
      if fails { failing.append((index, sound)) } else { passing.append((index, sound)) }
    }
    return (failing, passing)
  }

  /// The files with findings that are not sounds of the table.
  private func others(_ report: PreflightReport, _ groups: [FileFindings]) -> [FileFindings] {
    let sounds = Set(report.sounds.map { FileKey($0.file) })
    return groups.filter { !sounds.contains(FileKey($0.file)) }
  }

  private func writeOthers(
    _ others: [FileFindings], _ findings: HTMLFindings, to output: inout some TextOutputStream
  ) {
    guard !others.isEmpty else { return }
    output.write(#"<section id="others" aria-labelledby="others-title">"#)
    output.write("\n<h2 id=\"others-title\">Other files</h2>\n")
    for group in others {
      let rank = (group.worst?.rank ?? -1) + 1
      output.write("<article class=\"card level-\(rank)\" data-level=\"\(rank)\"")
      output.write(HTMLFindings.rules(group.findings) + ">\n")
      output.write("<h3>\(HTMLFindings.path(group.file))</h3>\n")
      findings.write(group.findings, to: &output)
      output.write("</article>\n")
    }
    output.write("</section>\n")
  }
}
