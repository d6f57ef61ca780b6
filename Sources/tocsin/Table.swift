/// A table for people: columns as wide as their widest cell.
struct Table {
  enum Alignment { case left, right }

  private let alignments: [Alignment]
  private var rows: [[String]]

  init(_ columns: [(title: String, alignment: Alignment)]) {
    alignments = columns.map(\.alignment)
    rows = [columns.map(\.title)]
  }

  mutating func append(_ row: [String]) { rows.append(row) }

  var text: String {
    let widths = alignments.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      var line = row.indices.map { column in
        let fill = String(repeating: " ", count: widths[column] - row[column].count)
        return alignments[column] == .left ? row[column] + fill : fill + row[column]
      }.joined(separator: "  ")
      while line.last == " " { line.removeLast() }
      return line
    }.joined(separator: "\n")
  }
}
