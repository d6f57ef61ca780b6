import AlertSounds
import Files

/// The top of the page: the result, the inputs and the numbers.
struct HTMLSummary {
  private let report: PreflightReport
  private let summary: ReportSummary
  private let failedSoundCount: Int
  private var overview = HTMLOverview()

  init(_ report: PreflightReport, groups: [FileFindings]) {
    self.report = report
    summary = ReportSummary(report)
    let levels = Dictionary(
      groups.map { (FileKey($0.file), ($0.worst?.rank ?? -1) + 1) },
      uniquingKeysWith: { first, _ in first })
    var failedSoundCount = 0
    for sound in report.sounds {
      let level = levels[FileKey(sound.file)] ?? 0
      failedSoundCount += level > Finding.Severity.error.rank ? 1 : 0
      overview.add(sound, level: level)
    }
    self.failedSoundCount = failedSoundCount
  }

  func write(_ options: ReportOptions, to output: inout some TextOutputStream) {
    let state = summary.errorCount > 0 ? "error" : summary.warningCount > 0 ? "warning" : "ok"
    output.write("<header class=\"top\">\n<div class=\"page\">\n<div>\n")
    output.write(
      "<p class=\"brand\">\(HTMLIcon.bell)Tocsin <span>\(htmlText(options.toolVersion))</span>")
    output.write(" · alert sound pre-flight</p>\n")
    output.write("<h1 class=\"\(state)\">\(HTMLIcon.of(state))<span>\(headline)</span></h1>\n")
    if let subject = options.subject {
      let parts = [subject.revision, subject.date].compactMap(\.self).map(htmlText)
      output.write("<p class=\"subject\"><b>\(htmlText(subject.name))</b>")
      output.write(parts.map { " · " + $0 }.joined() + "</p>\n")
    }
    output.write("<ul class=\"inputs\">\n")
    for input in report.inputs {
      output.write(
        "<li><bdi><code>\(htmlText(input.path))</code></bdi> \(htmlText(input.kind))</li>\n")
    }
    output.write("</ul>\n<dl class=\"numbers\">\n")
    for (name, value, kind) in numbers {
      output.write(
        "<div class=\"\(value > 0 ? kind : "none")\"><dt>\(name)</dt><dd>\(grouped(value))</dd></div>\n"
      )
    }
    output.write("</dl>\n</div>\n")
    overview.write(to: &output)
    output.write("</div>\n</header>\n")
  }

  private var headline: String {
    switch (summary.errorCount, summary.warningCount) {
    case (0, 0): "\(count(summary.soundCount, "sound")) checked, no error, no warning"
    case (0, let warnings): "No error, \(count(warnings, "warning"))"
    case (let errors, _) where failedSoundCount > 0:
      "\(count(errors, "error")): \(grouped(failedSoundCount)) of "
        + "\(count(summary.soundCount, "sound")) must be fixed"
    case (let errors, _): count(errors, "error")
    }
  }

  private var numbers: [(name: String, value: Int, kind: String)] {
    let always = [
      ("Sounds", summary.soundCount, "plain"), ("Errors", summary.errorCount, "error"),
      ("Warnings", summary.warningCount, "warning"), ("Notes", summary.noteCount, "note"),
    ]
    guard summary.baselineCount > 0 else { return always }
    return always + [("Known from the baseline", summary.baselineCount, "plain")]
  }
}
