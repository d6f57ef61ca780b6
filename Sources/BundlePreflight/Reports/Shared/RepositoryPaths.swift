import Glibc

/// Paths from the top of the repository, as services that show changes use them.
struct RepositoryPaths {
  /// By folder: the repository's top; nil if there is none.
  private var tops: [TreePath: TreePath?] = [:]

  /// The same finding, under its file's path from the repository's top; unchanged outside of
  /// repositories.
  mutating func moved(_ finding: PreflightFinding) -> PreflightFinding {
    let full = AbsolutePath.of(finding.file)
    guard let top = top(of: full.folder)?.text, full.text.utf8.count > top.utf8.count + 1 else {
      return finding
    }
    var moved = finding
    moved.file = String(full.text.dropFirst(top == "/" ? 1 : top.count + 1))
    return moved
  }

  private mutating func top(of folder: TreePath) -> TreePath? {
    if let known = tops[folder] { return known }
    let mark = (folder == "/" ? "" : folder.text) + "/.git"
    let found: TreePath? =
      access(mark, F_OK) == 0
      ? folder : folder.isEmpty || folder == "/" ? nil : top(of: folder.folder)
    tops[folder] = .some(found)
    return found
  }
}

extension PreflightReport {
  /// The same report with the paths of findings relative to the top of the repository.
  var inRepository: PreflightReport {
    var paths = RepositoryPaths()
    var report = self
    report.findings = findings.map { paths.moved($0) }
    return report
  }
}
