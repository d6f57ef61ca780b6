import AlertSounds
import AudioContainers
import AudioTypes
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
  private let options: RepairOptions

  /// Plans from the findings of `report`; files are opened to see whether they can be decoded.
  public init(_ report: PreflightReport, options: RepairOptions) {
    self.options = options
    let errors = report.findings.filter { found in
      found.finding.severity == .error || found.replacement != nil || Self.isMendableWarning(found)
    }
    let sounds = Set(report.sounds.map(\.file))
    for (file, findings) in Dictionary(grouping: errors, by: \.file).sorted(by: { $0.key < $1.key })
    {
      if sounds.contains(file) { planSound(file, findings) } else { planNames(findings) }
    }
  }

  // MARK: Sounds

  private mutating func planSound(_ file: String, _ findings: [PreflightFinding]) {
    let (mendable, others) = findings.partitioned { Self.soundRules.contains($0.finding.rule) }
    for finding in others {
      let isGone = finding.finding.rule == UnreadableFile.identifier
      leave(finding, isGone ? finding.finding.message : "no conversion fixes this")
    }
    guard !mendable.isEmpty else { return }
    do {
      repairs.append(try SoundRepair(file, mendable.map(\.finding), options).repair())
    } catch {
      for finding in mendable { leave(finding, error.reason) }
    }
  }

  /// Warnings that a conversion fixes although devices play the sound: a container under the name
  /// of another, and formats that Apple does not promise to play.
  private static func isMendableWarning(_ found: PreflightFinding) -> Bool {
    ["name", "container", "data-format"].contains(found.finding.rule)
      && found.finding.severity == .warning
  }

  /// The rules whose findings a conversion fixes.
  private static let soundRules: Set<String> = [
    "container", "data-format", "duration", "structure", "sample-rate", "file-size", "name",
  ]

  // MARK: Names

  private mutating func planNames(_ findings: [PreflightFinding]) {
    for finding in findings {
      guard let name = finding.replacement, let line = finding.line, let column = finding.column
      else {
        leave(finding, "somebody has to decide")
        continue
      }
      guard ["json", "apns"].contains(TreePath.suffix(finding.file)) else {
        planSource(finding)
        continue
      }
      guard options.renames else {
        leave(finding, "--rename changes the name")
        continue
      }
      repairs.append(
        Repair(
          file: finding.file, action: .rename(line: line, column: column, to: name),
          what: "line \(line): \(old(finding.file, line, column)) becomes \(printed(name))"))
    }
  }

  /// A name in source code.
  private mutating func planSource(_ finding: PreflightFinding) {
    guard let edit = finding.edit, finding.finding.severity > .note else {
      return leave(finding, "source code is not changed")
    }
    guard options.changesSources else { return leave(finding, "--unsafe-fixes changes the name") }
    repairs.append(
      Repair(
        file: finding.file, action: .edit(edit),
        what: "line \(edit.line): \(printed(edit.old)) becomes \(printed(edit.new))"))
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

extension Array {
  /// The elements for which `isFirst` is true, and the others.
  fileprivate func partitioned(
    _ isFirst: (Element) -> Bool
  ) -> (first: [Element], others: [Element]) {
    (filter(isFirst), filter { !isFirst($0) })
  }
}
