import AlertSounds

/// The findings about a sound, given the certainty that it is an alert sound.
struct SoundJudgement {
  let findings: [Finding]

  /// - Parameter isStrict: whether sounds that devices play, but that Apple does not promise to
  ///   play, are errors.
  init(_ examination: SoundExamination, _ standing: AlertStanding, isStrict: Bool) {
    let report = examination.report
    let isForeign = report.findings.contains { $0.rule == "container" }
    let isPlayed =
      examination.isUnpromised && !isStrict
      && !(isForeign && SoundFileName.isAlertSound(report.file))
    findings = report.findings.filter { !(isForeign && $0.rule == "name") }.map { finding in
      if isPlayed, ["container", "data-format"].contains(finding.rule) {
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
    Finding(
      rule: rule, severity: min(severity, .warning), message: message + text, fix: fix,
      byteOffset: byteOffset)
  }
}
