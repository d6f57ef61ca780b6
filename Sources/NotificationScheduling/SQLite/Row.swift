import Foundation

/// The columns of a row. A damaged database may have any type of value in any of them.
protocol Columns {
  func value(_ column: Int) -> Value
}

extension Columns {
  /// Nil where there is no integer.
  func integer(_ column: Int) -> Int64? { value(column).integer }
  /// Empty where there is no text.
  func text(_ column: Int) -> String { value(column).text ?? "" }
  /// Empty where there are no bytes.
  func blob(_ column: Int) -> Data { value(column).blob ?? Data() }
}

/// A row that was read, apart from its database.
struct Row: Sendable {
  fileprivate let names: ColumnNames
  fileprivate let values: [Value]

  init(names: ColumnNames, values: [Value]) {
    self.names = names
    self.values = values
  }

  func index(forColumn column: String) -> Int? { names.list.firstIndex(of: column) }

  /// Null where there is no such column.
  func value(_ column: String) -> Value { index(forColumn: column).map { values[$0] } ?? .null }
}

extension Row: Columns {
  func value(_ column: Int) -> Value { values[column] }
}

/// The names of a statement's columns, which its rows share.
final class ColumnNames: Sendable {
  let list: [String]

  init(_ list: [String]) { self.list = list }
}
