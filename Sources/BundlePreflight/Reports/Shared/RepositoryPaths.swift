import Glibc

/// Paths as the services that show a change know its files: from the top of the repository.
struct RepositoryPaths {
  /// By folder: the repository's top, nil where there is none.
  private var tops: [String: String?] = [:]

  /// `path` below its repository's top; as it is where it lies in none.
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
  /// The same report with the paths of findings from the top of the repository on.
  var inRepository: PreflightReport {
    var paths = RepositoryPaths()
    var report = self
    report.findings = findings.map { $0.moved { paths.path($0) } }
    return report
  }
}
