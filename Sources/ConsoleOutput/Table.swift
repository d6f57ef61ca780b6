import Files

/// A table for people: columns as wide as their widest cell.
public struct Table {
  /// The side of a column that its cells keep to.
  public enum Alignment { case left, right }

  private let alignments: [Alignment]
  private var rows: [[String]]

  /// A table with these columns, and no row yet.
  public init(_ columns: [(title: String, alignment: Alignment)]) {
    alignments = columns.map(\.alignment)
    rows = [columns.map(\.title)]
  }

  /// A table with all columns to the left.
  public init(_ titles: String...) { self.init(titles.map { ($0, .left) }) }

  /// Appends a row; control characters in the cells are escaped.
  public mutating func append(_ row: [String]) { rows.append(row.map(printable)) }

  /// Appends a row; there must be as many cells as columns.
  public mutating func append(_ cells: String...) { append(cells) }

  /// The table as lines of text, each with its line feed.
  public var text: String {
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
