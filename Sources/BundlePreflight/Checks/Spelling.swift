/// The edit distance of two words.
enum Spelling {
  /// Whether `left` becomes `right` by changing, adding or dropping at most two letters.
  static func isClose(_ left: String, _ right: String) -> Bool {
    let (left, right) = (Array(left.unicodeScalars), Array(right.unicodeScalars))
    guard abs(left.count - right.count) <= 2, max(left.count, right.count) <= 64,
      min(left.count, right.count) > 4
    else { return false }
    return distance(left, right) <= 2
  }

  /// The Levenshtein distance, computed row by row.
  private static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
    var row = Array(0...right.count)
    for (index, letter) in left.enumerated() {
      var diagonal = row[0]
      row[0] = index + 1
      for column in right.indices {
        let kept = diagonal + (right[column] == letter ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = min(kept, diagonal + 1, row[column] + 1)
      }
    }
    return row[right.count]
  }
}
