import AlertSounds
import AudioFormats
import Files

/// The repairs that are possible in a report's files, and the findings that remain, with the
/// reason.
public struct RepairPlan: Sendable {
  /// A finding that stays.
  public struct Remainder: Sendable {
    /// The finding, as the report has it.
    public let finding: PreflightFinding
    /// The reason, as a phrase.
    public let reason: String
  }

  /// The possible repairs, in the order of the report.
  public private(set) var repairs: [Repair] = []
  /// The findings without a repair, in the order of the report.
  public private(set) var remainders: [Remainder] = []
  let options: RepairOptions
  /// The files and folders of which nothing is changed outside.
  let paths: [String]

  /// Plans from the findings of `report`; files are opened to see whether they can be decoded.
  /// - Parameters:
  ///   - report: what was found.
  ///   - options: the repairs that need a decision.
  ///   - paths: files and folders; a link that leads out of them is left alone.
  public init(_ report: PreflightReport, options: RepairOptions, within paths: [String]) {
    self.options = options
    self.paths = paths
    let sounds = Set(report.sounds.map(\.file))
    let findings = Dictionary(grouping: report.findings.filter(Self.isTold), by: \.file)
    for (file, findings) in findings.sorted(by: { $0.key < $1.key }) {
      if sounds.contains(file) {
        planSound(file, findings)
      } else {
        for finding in findings { planName(finding) }
      }
    }
  }

  /// Whether a finding is repaired, or told where it stays.
  private static func isTold(_ found: PreflightFinding) -> Bool {
    switch found.finding.fix?.repair {
    case .rename?: true
    // Devices play the sound all the same, and a conversion makes that certain.
    case .recode?, .repack?, .resample?, .rewrite?: found.finding.severity >= .warning
    default: found.finding.severity == .error
    }
  }

  /// One conversion makes all repairs of a sound.
  private mutating func planSound(_ file: String, _ findings: [PreflightFinding]) {
    let mendable = findings.filter { $0.finding.fix?.repair != nil }
    for finding in findings where finding.finding.fix?.repair == nil {
      leave(finding, Self.reason(finding.finding))
    }
    guard !mendable.isEmpty else { return }
    do {
      let wanted = Set(mendable.compactMap { $0.finding.fix?.repair })
      plan(try SoundRepair(file, wanted, options).repair(), for: mendable)
    } catch {
      for finding in mendable { leave(finding, Self.source(finding.finding) ?? error.reason) }
    }
  }

  /// The reason why a sound keeps a finding that no conversion under its name mends.
  private static func reason(_ finding: Finding) -> String {
    if finding.breaks(.fileUnreadable) { return finding.message }
    switch finding.fix?.step {
    case .advice(let text): return text
    case .command, .renameFile: return "by hand: " + (finding.fix?.text ?? "")
    case nil: return "no conversion fixes this"
    }
  }

  /// Where the sound itself is to be had, of a file that has something else in it.
  private static func source(_ finding: Finding) -> String? {
    switch finding.fix?.step {
    case .command(let command, _) where !command.namesFiles: command.text
    case .advice(let text): text
    case .command, .renameFile, nil: nil
    }
  }

  private static func guessed(_ name: String) -> String {
    "did you mean \(printed(name))? --rename --unsafe-fixes changes it"
  }

  /// The name of a shipped sound, in a payload or in source code.
  private mutating func planName(_ finding: PreflightFinding) {
    guard case .rename(let name, let edit) = finding.finding.fix?.repair, let line = finding.line,
      let column = finding.column
    else {
      let isCommand = if case .command = finding.finding.fix?.step { true } else { false }
      return leave(
        finding,
        isCommand
          ? Self.reason(finding.finding) : "somebody has to decide: " + finding.finding.message)
    }
    let file = finding.file
    // A name that is only like one that is shipped is a guess, wherever it stands.
    let isGuess = finding.finding.breaks(.soundMissing) && finding.kind == nil
    if ["json", "apns"].contains(file.fileSuffix) {
      guard options.renames, !isGuess || options.changesSources else {
        return leave(finding, isGuess ? Self.guessed(name) : "--rename changes the name")
      }
      let what = "line \(line): \(old(file, line, column)) becomes \(printed(name))"
      plan(
        Repair(file: file, action: .rename(line: line, column: column, to: name), what: what),
        for: [finding])
    } else {
      guard let edit, finding.finding.severity > .note else {
        return leave(finding, "source code is not changed")
      }
      guard options.changesSources else {
        return leave(finding, isGuess ? Self.guessed(name) : "--unsafe-fixes changes the name")
      }
      let what = "line \(edit.line): \(printed(edit.old)) becomes \(printed(edit.new))"
      plan(Repair(file: file, action: .edit(edit), what: what), for: [finding])
    }
  }

  /// Adds a repair, unless a link leads out of what may be changed.
  private mutating func plan(_ repair: Repair, for findings: [PreflightFinding]) {
    do throws(LeadsOut) {
      try repair.check(within: paths)
      repairs.append(repair)
    } catch {
      for finding in findings { leave(finding, error.description) }
    }
  }

  /// The current name at a place of a payload.
  private func old(_ file: String, _ line: Int, _ column: Int) -> String {
    guard let source = try? FileSource(path: file),
      let bytes = try? source.bytes(at: 0, count: Int(source.byteCount)),
      let name = PayloadEdit(bytes).string(line: line, column: column)
    else { return "the name" }
    return printed(name)
  }

  private mutating func leave(_ finding: PreflightFinding, _ reason: String) {
    remainders.append(Remainder(finding: finding, reason: reason))
  }
}
