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

  /// The name that a bundle would have a sound by, where the fault is that the listed file is not
  /// there.
  var absentSound: String?

  /// A finding at a place of `file`.
  public init(_ finding: Finding, file: String, line: Int? = nil, column: Int? = nil) {
    self.finding = finding
    self.file = file
    self.line = line
    self.column = column
  }
}

extension Rule {
  /// A finding of this rule in `file`.
  /// - Parameters:
  ///   - isCertain: a doubtful finding is a note.
  ///   - severity: nil for the rule's own.
  func finding(
    _ message: String, fix: Fix? = nil, file: String, line: Int? = nil, column: Int? = nil,
    isCertain: Bool = true, severity: Finding.Severity? = nil
  ) -> PreflightFinding {
    PreflightFinding(
      finding(message, isCertain ? severity : .note, fix: fix), file: file, line: line,
      column: column)
  }
}
