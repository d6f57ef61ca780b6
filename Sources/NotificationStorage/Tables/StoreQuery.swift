/// A query of a store: the rows of one kind, in an order.
///
/// Rows that cannot be read are left out.
public struct StoreQuery<Element>: Sendable {
  /// All of its rows.
  package let rows: @Sendable (Database) throws -> [Row]
  /// Their numbers in the same order, and the row of a number, to have few rows in memory at a
  /// time.
  package let numbers: @Sendable (Database, _ limit: Int?) throws -> [Int64]
  package let row: @Sendable (Int64, Database) throws -> Row?
  package let element: @Sendable (Row) -> Element?
}

extension StoreQuery {
  package init(
    _ table: String, where filter: StoreFilter, by order: String,
    element: @escaping @Sendable (Row) -> Element?
  ) {
    let select = "SELECT * FROM \(table)"
    rows = {
      try $0.rows("\(select)\(filter.clause) ORDER BY \(order)", filter.arguments)
    }
    numbers = { database, limit in
      let few = limit.map { " LIMIT \($0)" } ?? ""
      return try database.integers(
        "SELECT sequence FROM \(table)\(filter.clause) ORDER BY \(order)\(few)",
        filter.arguments)
    }
    row = { number, database in
      try database.row(
        "\(select) WHERE sequence = ?", [number])
    }
    self.element = element
  }

  /// The same query with another way to read all of its rows.
  package func with(rows: @escaping @Sendable (Database) throws -> [Row]) -> StoreQuery {
    StoreQuery(rows: rows, numbers: numbers, row: row, element: element)
  }
}

/// The conditions that all rows of a query satisfy.
package struct StoreFilter: Sendable {
  private(set) var conditions: [String] = []
  package private(set) var arguments: [any Bindable] = []

  /// The rows of an app and with an identifier; nil is any.
  package init(_ table: String, app: String?, identifier: String? = nil) {
    if let app { add("\(table).app = ?", app) }
    if let identifier { add("\(table).identifier = ?", identifier) }
  }

  package init(_ condition: String, _ value: any Bindable) { add(condition, value) }

  package mutating func add(_ condition: String, _ value: (any Bindable)? = nil) {
    conditions.append(condition)
    if let value { arguments += [value] }
  }

  package var clause: String {
    conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND ")
  }
}
