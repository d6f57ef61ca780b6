import AlertSounds

/// The numbers of a report.
struct ReportSummary {
  let soundCount: Int
  let errorCount: Int
  let warningCount: Int
  let noteCount: Int
  let baselineCount: Int
  let staleCount: Int
  let earlierCount: Int
  let unaskedCount: Int

  init(_ report: PreflightReport) {
    var counts = [0, 0, 0]
    for finding in report.findings { counts[finding.finding.severity.rank] += 1 }
    soundCount = report.sounds.count
    noteCount = counts[Finding.Severity.note.rank]
    warningCount = counts[Finding.Severity.warning.rank]
    errorCount = counts[Finding.Severity.error.rank]
    baselineCount = report.baselineCount
    staleCount = report.staleCount
    earlierCount = report.earlierCount
    unaskedCount = report.unaskedCount
  }

  /// All numbers in one line, without a full stop.
  var sentence: String {
    "\(count(soundCount, "sound")) checked: \(count(errorCount, "error")), "
      + "\(count(warningCount, "warning")), \(count(noteCount, "note"))"
      + (baselineCount > 0 ? "; \(grouped(baselineCount)) known from the baseline" : "")
      + (earlierCount > 0 ? "; \(grouped(earlierCount)) as before" : "")
      + (staleCount > 0
        ? "; \(grouped(staleCount)) of the baseline gone: --update-baseline takes them out" : "")
      + (unaskedCount > 0
        ? "; left out: \(count(unaskedCount, "sound")) that no alert asks for" : "")
  }
}

/// `1 sound`, `10,000 sounds`.
func count(_ number: Int, _ noun: String) -> String {
  "\(grouped(number)) \(noun)\(number == 1 ? "" : "s")"
}

/// `number`, which must not be negative, with its digits in groups of three.
func grouped(_ number: Int) -> String {
  let digits = Array(String(number))
  return digits.enumerated().map { index, digit in
    let isStart = index > 0 && (digits.count - index).isMultiple(of: 3)
    return (isStart ? "," : "") + String(digit)
  }.joined()
}
