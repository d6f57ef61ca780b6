extension [String] {
  /// The text that is most similar to `typed`; nil if none is similar.
  func nearest(to typed: String) -> String? {
    let distances = map { (text: $0, distance: $0.editDistance(to: typed)) }
    let limit = Swift.max(1, typed.count / 3)
    return distances.filter { $0.distance <= limit }.min { $0.distance < $1.distance }?.text
  }
}

extension String {
  /// The letters that have to be put in, taken out or changed (Levenshtein's distance); two
  /// neighbours in the wrong order count once.
  fileprivate func editDistance(to other: String) -> Int {
    let (a, b) = (Array(self), Array(other))
    var rows = [Array(0...b.count)]
    for i in a.indices {
      var row = [i + 1]
      for j in b.indices {
        var cost = Swift.min(
          rows[i][j + 1] + 1, row[j] + 1, rows[i][j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          cost = Swift.min(cost, rows[i - 1][j - 1] + 1)
        }
        row.append(cost)
      }
      rows.append(row)
    }
    return rows[a.count][b.count]
  }
}
