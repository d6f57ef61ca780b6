import AlertSounds

/// What is said of a file or of a place in it.
protocol PlacedInFile {
  /// The file's path in the tree.
  var file: TreePath { get set }
}

extension PlacedInFile {
  /// The same in another tree, in which `place` gives each path.
  func moved(_ place: (TreePath) -> TreePath) -> Self {
    var moved = self
    moved.file = place(file)
    return moved
  }
}

extension TreeFinding: PlacedInFile {}
extension ResourceShrinking: PlacedInFile {}

/// What a place in a file says.
protocol PlacedFact: PlacedInFile {
  /// Whether the place certainly says it; false in tests.
  var isCertain: Bool { get set }
  /// The line, from 1.
  var line: Int { get set }
  /// The column in characters, from 1.
  var column: Int { get set }
}

extension PlacedFact {
  /// The same at a place; doubtful if it is, or if the file is.
  func placed(in file: TreePath, at place: TextPlace, isCertain: Bool) -> Self {
    var placed = self
    placed.isCertain = self.isCertain && isCertain
    (placed.file, placed.line, placed.column) = (file, place.line, place.column)
    return placed
  }
}

extension Rule {
  /// A finding at a fact's place.
  func finding(
    _ message: String, fix: Fix, at fact: some PlacedFact, isCertain: Bool = true,
    severity: Finding.Severity? = nil
  ) -> TreeFinding {
    finding(
      message, fix: fix, file: fact.file, line: fact.line, column: fact.column,
      isCertain: isCertain, severity: severity)
  }
}
