import Glibc

/// Paths from the top of the repository, as services that show changes use them.
struct RepositoryPaths {
  /// By folder: the repository's top; nil if there is none.
  private var tops: [String: String?] = [:]

  /// `path` relative to its repository's top; unchanged outside of repositories.
  mutating func path(_ path: String) -> String {
    let full = AbsolutePath.of(path)
    guard let top = top(of: TreePath.folder(full)), full.utf8.count > top.utf8.count + 1 else {
      return path
    }
    return String(full.dropFirst(top == "/" ? 1 : top.count + 1))
  }

  private mutating func top(of folder: String) -> String? {
    if let known = tops[folder] { return known }
    let mark = (folder == "/" ? "" : folder) + "/.git"
    let found: String? =
      access(mark, F_OK) == 0
      ? folder : folder.isEmpty || folder == "/" ? nil : top(of: TreePath.folder(folder))
    tops[folder] = .some(found)
    return found
  }
}

extension PreflightReport {
  /// The same report with the paths of findings relative to the top of the repository.
  var inRepository: PreflightReport {
    var paths = RepositoryPaths()
    var report = self
    report.findings = findings.map { $0.moved { paths.path($0) } }
    return report
  }
}
