/// What the comments of files leave out, by displayed path.
///
/// Sources are read when they are scanned. Of all other texts, such as the settings of projects,
/// those are read in which something was found.
struct FileSuppressions {
  private var byFile: [String: Suppressions] = [:]
  /// The findings about rules that comments name and that there are not.
  private(set) var findings: [PreflightFinding] = []

  init(_ surveys: [Survey], for found: [PreflightFinding]) {
    for survey in surveys {
      for (file, suppressions) in survey.suppressions {
        byFile[survey.input.place(file)] = suppressions
      }
    }
    for file in Set(found.map(\.file)) where byFile[file] == nil && !SoundFileName.isSound(file) {
      read(file, surveys)
    }
  }

  private mutating func read(_ file: String, _ surveys: [Survey]) {
    for input in surveys.map(\.input) {
      guard let path = input.pathInTree(file), let bytes = input.tree.contents(of: path) else {
        continue
      }
      let suppressions = Suppressions(SourceText(bytes).bytes, ofFile: path)
      byFile[file] = suppressions
      findings += suppressions.findings(in: file)
      return
    }
  }

  func contain(_ finding: PreflightFinding) -> Bool {
    byFile[finding.file]?.contain(finding) == true
  }
}
