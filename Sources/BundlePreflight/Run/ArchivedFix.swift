import AlertSounds

extension PreflightFinding {
  /// The same finding about a file of an archive: no command can name the file, and `tocsin fix` does
  /// not change it.
  var inArchive: PreflightFinding {
    guard let fix = finding.fix else { return self }
    var found = self
    found.finding.fix = Fix(fix.step.map(Self.archived))
    return found
  }

  private static func archived(_ step: Fix.Step) -> Fix.Step {
    switch step {
    case .command(let command, _) where command.namesFiles:
      .advice("mend it in the source of the build")
    case .renameFile: .advice(step.text + ", in the source of the build")
    case .advice, .command: step
    }
  }
}
