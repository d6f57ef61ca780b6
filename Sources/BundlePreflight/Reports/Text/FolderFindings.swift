import AlertSounds

/// A finding that many sounds of a folder have in common.
struct FolderFindings {
  /// The minimum number of sounds; fewer are reported one by one.
  static let fewest = 5

  /// In the order of their files.
  let findings: [PreflightFinding]

  var folder: String { TreePath(findings[0].file).folder.text }
}

extension PreflightReport {
  /// The findings that a whole folder has in common, and all others.
  var byFolder: (common: [FolderFindings], others: [PreflightFinding]) {
    var groups: [Key: [PreflightFinding]] = [:]
    for finding in findings where finding.line == nil {
      groups[Key(finding), default: []].append(finding)
    }
    groups = groups.filter { $0.value.count >= FolderFindings.fewest }
    let others = findings.filter { $0.line != nil || groups[Key($0)] == nil }
    let common = groups.values.map { FolderFindings(findings: $0.sorted { $0.file < $1.file }) }
    return (common.sorted { Key($0.findings[0]) < Key($1.findings[0]) }, others)
  }

  private struct Key: Hashable, Comparable {
    let folder: String
    let severity: Finding.Severity
    let rule: String
    let message: String

    init(_ found: PreflightFinding) {
      folder = TreePath(found.file).folder.text
      severity = found.finding.severity
      rule = found.finding.rule
      message = withoutDetails(found.finding.message)
    }

    static func < (left: Self, right: Self) -> Bool {
      if left.folder != right.folder { return left.folder < right.folder }
      if left.severity != right.severity { return left.severity > right.severity }
      return (left.rule, left.message) < (right.rule, right.message)
    }
  }
}

/// `message` without its numbers and its quoted parts.
private func withoutDetails(_ message: String) -> String {
  var text = ""
  var isQuoted = false
  for letter in message {
    if letter == "'" { isQuoted.toggle() }
    if isQuoted || letter.isNumber || letter == "." && text.last == "#" {
      if text.last != "#" { text += "#" }
    } else {
      text.append(letter)
    }
  }
  return text
}
