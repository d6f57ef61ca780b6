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
  let askingCount: Int
  let unfollowedCount: Int

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
    askingCount = report.askingPlaces.count
    unfollowedCount = report.askingPlaces.count(where: \.names.isEmpty)
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
        ? "; \(count(unaskedCount, "other sound")) not checked (played by the app, not by notifications)"
        : "")
  }

  /// What was understood of the code that asks for sounds; nil where nothing is to be said of it.
  var understanding: String? {
    guard unfollowedCount > 0 || soundCount == 0 && askingCount > 0 else { return nil }
    let verb = askingCount == 1 ? "asks" : "ask"
    return "\(count(askingCount, "place")) in code \(verb) for a sound: "
      + "\(grouped(askingCount - unfollowedCount)) followed"
      + (unfollowedCount > 0
        ? ", \(grouped(unfollowedCount)) could not be followed (--explain)" : "")
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
