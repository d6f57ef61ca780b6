import AlertSounds

/// A finding with its place in a tree.
struct TreeFinding: Hashable, Sendable {
  let finding: Finding
  var file: TreePath
  /// The line, from 1; nil if the fault is not in one line.
  let line: Int?
  /// The column in characters, from 1.
  let column: Int?
  /// The name that a bundle would have a sound by, where the fault is that the listed file is not
  /// there.
  var absentSound: String?
}

extension Rule {
  /// A finding of this rule in `file`.
  /// - Parameters:
  ///   - isCertain: a doubtful finding is a note.
  ///   - severity: nil for the rule's own.
  func finding(
    _ message: String, fix: Fix? = nil, file: TreePath, line: Int? = nil, column: Int? = nil,
    isCertain: Bool = true, severity: Finding.Severity? = nil
  ) -> TreeFinding {
    TreeFinding(
      finding: finding(message, isCertain ? severity : .note, fix: fix), file: file, line: line,
      column: column)
  }
}
