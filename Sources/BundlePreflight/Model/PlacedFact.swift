/// What a place in a file says.
protocol PlacedFact {
  /// Whether the place certainly says it; false in tests.
  var isCertain: Bool { get set }
  /// The file's path in the tree.
  var file: TreePath { get set }
  /// The line, from 1.
  var line: Int { get set }
  /// The column in characters, from 1.
  var column: Int { get set }
}
