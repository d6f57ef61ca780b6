public import AlertSounds

/// A finding with its place in a project, folder or archive.
public struct PreflightFinding: Hashable, Sendable {
  /// The rule's finding, without a place.
  public internal(set) var finding: Finding
  /// The file as it would be typed; the entry's name follows the archive's:
  /// `build/App.ipa/Payload/App.app/ding.caf`.
  public internal(set) var file: String
  /// The line, from 1; nil if the file has no lines, or the fault is not in one line.
  public let line: Int?
  /// The column in characters, from 1.
  public let column: Int?
  /// The kind of the rule's findings, where it was a rule itself.
  public let kind: String?

  /// The names by which a configuration, a comment or a baseline may mean it; the closest first.
  var ruleNames: [String] { [kind, finding.rule].compactMap(\.self) }

  /// A finding at a place of `file`.
  public init(_ finding: Finding, file: String, line: Int? = nil, column: Int? = nil) {
    let rule = RuleCatalogue.rulesOfKinds[finding.rule]
    kind = rule.map { _ in finding.rule }
    self.finding =
      rule.map {
        Finding(
          rule: $0, severity: finding.severity, message: finding.message, fix: finding.fix,
          byteOffset: finding.byteOffset)
      } ?? finding
    self.file = file
    self.line = line
    self.column = column
  }

  /// The same finding, under the path that is shown for a file of the run.
  init(_ found: TreeFinding) {
    self.init(found.finding, file: found.file.text, line: found.line, column: found.column)
  }
}
