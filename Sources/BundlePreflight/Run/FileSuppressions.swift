/// What the comments of files leave out, by path in the run.
///
/// Sources are read when they are scanned. Of all other texts, such as the settings of projects,
/// those are read in which something was found.
struct FileSuppressions {
  private var byFile: [TreePath: Suppressions] = [:]
  /// The findings about rules that comments name and that there are not.
  private(set) var findings: [PreflightFinding] = []

  init(_ surveys: [Survey], for found: [PreflightFinding]) {
    for survey in surveys {
      for (file, suppressions) in survey.suppressions {
        byFile[survey.input.place(file)] = suppressions
      }
    }
    for file in Set(found.map { TreePath($0.file) }) where byFile[file] == nil && !file.isSound {
      read(file, surveys)
    }
  }

  private mutating func read(_ file: TreePath, _ surveys: [Survey]) {
    for input in surveys.map(\.input) {
      guard let path = input.pathInTree(file), let bytes = input.tree.contents(of: path) else {
        continue
      }
      let suppressions = Suppressions(SourceText(bytes).bytes, ofFile: path)
      byFile[file] = suppressions
      findings += suppressions.findings(in: file).map(PreflightFinding.init)
      return
    }
  }

  func contain(_ finding: PreflightFinding) -> Bool {
    byFile[TreePath(finding.file)]?.contain(finding) == true
  }
}
