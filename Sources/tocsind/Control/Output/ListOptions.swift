import ArgumentParser
import ConsoleOutput

/// How a list is printed: a page for people, all of it, or JSON.
struct ListOptions: ParsableArguments {
  private static let pageLength = 50

  @Flag(
    name: .customLong("all"),
    help: "List all of them; without it the first \(ListOptions.pageLength), unless it is JSON.")
  private var wantsAll = false

  @Flag(name: .customLong("json"), help: "Print all of them as JSON.")
  private(set) var wantsJSON = false

  /// The number of entries that are printed at most.
  var limit: Int? { wantsAll || wantsJSON ? nil : Self.pageLength }

  /// Prints a list.
  /// - Parameters:
  ///   - columns: the titles of the table's columns.
  ///   - each: calls what it gets with each entry, until that returns false.
  ///   - record: the entry in JSON.
  ///   - cells: the entry's row of the table.
  ///   - total: the number of all entries.
  ///   - nothing: the text for an empty list.
  func print<Item>(
    _ columns: [String], each: ((Item) throws -> Bool) throws -> Void,
    record: @escaping (Item) throws -> some Encodable, cells: @escaping (Item) -> [String],
    total: @autoclosure () throws -> Int, nothing: String
  ) throws {
    if wantsJSON {
      var list = JSONList()
      try each { item in
        try list.append(record(item))
        return true
      }
      return list.end()
    }
    var table = PagedTable(columns, limit: limit ?? .max)
    try each { table.append(cells($0)) }
    table.end(of: try total(), nothing: nothing)
  }
}

/// A list for people: its first page, or all of it, a table for each thousand lines.
private struct PagedTable {
  private static let lines = 1_000

  private let columns: [String]
  private let limit: Int
  private var table: Table
  private var count = 0

  init(_ columns: [String], limit: Int) {
    self.columns = columns
    self.limit = limit
    table = Self.table(columns)
  }

  private static func table(_ columns: [String]) -> Table { Table(columns.map { ($0, .left) }) }

  /// - Returns: whether there is room for more.
  mutating func append(_ cells: [String]) -> Bool {
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
