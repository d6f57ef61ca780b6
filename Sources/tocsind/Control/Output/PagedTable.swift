import ArgumentParser
import ConsoleOutput

/// The part of a list that is shown to people.
struct PageOptions: ParsableArguments {
  static let length = 50

  @Flag(
    name: .customLong("all"),
    help: "List all of them; without it the first \(PageOptions.length), unless it is JSON.")
  var wantsAll = false
}

/// A list for people: its first page, or all of it, a table for each thousand lines.
struct PagedTable {
  private static let lines = 1_000

  private let columns: [String]
  private let limit: Int
  private var table: Table
  private var count = 0

  init(_ columns: [String], _ options: PageOptions) {
    self.columns = columns
    limit = options.wantsAll ? .max : PageOptions.length
    table = Self.table(columns)
  }

  private static func table(_ columns: [String]) -> Table { Table(columns.map { ($0, .left) }) }

  /// - Returns: whether there is room for more.
  mutating func append(_ cells: String...) -> Bool {
    table.append(cells)
    count += 1
    if count % Self.lines == 0 {
      Console.print(table.text)
      table = Self.table(columns)
    }
    return count < limit
  }

  /// Prints the rest.
  /// - Parameters:
  ///   - total: the number of all entries.
  ///   - nothing: the text for an empty list.
  func end(of total: Int, nothing: String) {
    guard count > 0 else { return Console.complain(nothing) }
    if count % Self.lines != 0 { Console.print(table.text) }
    if count == limit, total > count {
      Console.complain("… and \(Self.grouped(total - count)) more (--all)")
    }
  }

  /// `1,234,567`.
  private static func grouped(_ number: Int) -> String {
    var text = ""
    for (index, digit) in "\(number)".reversed().enumerated() {
      if index > 0, index % 3 == 0 { text.append(",") }
      text.append(digit)
    }
    return String(text.reversed())
  }
}
