import AlertSounds

/// The findings about a sound, given the certainty that it is an alert sound.
struct SoundJudgement {
  let findings: [Finding]

  /// - Parameter isStrict: whether sounds that devices play, but that Apple does not promise to
  ///   play, are errors.
  init(_ examination: SoundExamination, _ standing: AlertStanding, isStrict: Bool) {
    let report = examination.report
    let isForeign = report.findings.contains { $0.breaks(.container) }
    let isPlayed =
      examination.isUnpromised && !isStrict
      && !(isForeign && SoundFileName.isAlertSound(report.file))
    findings = report.findings.filter { !(isForeign && $0.breaks(.name)) }.map { finding in
      if isPlayed, finding.breaks(.container, .dataFormat) {
        return finding.played
      }
      return standing == .alert ? finding : finding.lowered()
    }
  }
}

extension Finding {
  /// The same as a warning, if it is an error.
  fileprivate func lowered() -> Finding {
    var finding = self
    finding.severity = min(severity, .warning)
    return finding
  }

  /// The same about a sound that devices play, though Apple does not promise it.
  fileprivate var played: Finding {
    var finding = lowered()
    let what = message.prefix { $0 != ";" }.replacing("the content is ", with: "")
    finding.message =
      "this is \(what). It plays today, but Apple documents only "
      + (breaks(.container) ? "CAF, WAVE and AIFF" : "linear PCM, ima4, ulaw and alaw")
      + " for alerts"
    return finding
  }
}
