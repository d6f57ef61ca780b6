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
        return finding.lowered(
          adding: "; Apple does not promise to play it, though apps use it and devices do")
      }
      return standing == .alert ? finding : finding.lowered()
    }
  }
}

extension Finding {
  /// The same as a warning, if it is an error.
  func lowered(adding text: String = "") -> Finding {
    var finding = self
    finding.severity = min(severity, .warning)
    finding.message += text
    return finding
  }
}
