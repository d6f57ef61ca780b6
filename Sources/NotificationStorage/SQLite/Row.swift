package import FoundationEssentials

/// The columns of a row. A damaged database may have any type of value in any of them.
package protocol Columns {
  func value(_ column: Int) -> Value
}

extension Columns {
  /// Nil where there is no integer.
  package func integer(_ column: Int) -> Int64? { value(column).integer }
  /// Empty where there is no text.
  package func text(_ column: Int) -> String { value(column).text ?? "" }
  /// Empty where there are no bytes.
  package func blob(_ column: Int) -> Data { value(column).blob ?? Data() }
}

/// A row that was read, apart from its database.
package struct Row: Sendable {
  fileprivate let names: ColumnNames
  fileprivate let values: [Value]

  package init(names: ColumnNames, values: [Value]) {
    self.names = names
    self.values = values
  }

  package func index(forColumn column: String) -> Int? { names.list.firstIndex(of: column) }

  /// Null where there is no such column.
  package func value(_ column: String) -> Value {
    index(forColumn: column).map { values[$0] } ?? .null
  }
}

extension Row: Columns {
  package func value(_ column: Int) -> Value { values[column] }
}

/// The names of a statement's columns, which its rows share.
package final class ColumnNames: Sendable {
  let list: [String]

  init(_ list: [String]) { self.list = list }
}
