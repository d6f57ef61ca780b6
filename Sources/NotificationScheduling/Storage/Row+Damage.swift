import Foundation
import GRDB

/// Columns of a row that may be damaged: SQLite lets a value have another type than its column, and
/// GRDB ends the process over it.
extension Row {
  /// Nil where there is no integer.
  func integer(_ column: String) -> Int64? {
    let value: DatabaseValue = self[column]
    return Int64.fromDatabaseValue(value)
  }

  /// Empty where there is no text.
  func text(_ column: String) -> String {
    let value: DatabaseValue = self[column]
    return String.fromDatabaseValue(value) ?? ""
  }

  /// Empty where there are no bytes.
  func blob(_ column: String) -> Data {
    let value: DatabaseValue = self[column]
    return Data.fromDatabaseValue(value) ?? Data()
  }

  func integer(_ index: Int) -> Int64? { Int64.fromDatabaseValue(self[index] as DatabaseValue) }
  func text(_ index: Int) -> String { String.fromDatabaseValue(self[index] as DatabaseValue) ?? "" }
  func blob(_ index: Int) -> Data { Data.fromDatabaseValue(self[index] as DatabaseValue) ?? Data() }

  /// Nil where there is no date.
  func date(_ column: String) -> Date? { integer(column).map(Date.init(microseconds:)) }

  func index(forColumn column: String) -> Int? { Array(columnNames).firstIndex(of: column) }

  /// The row's number; 0, which no row has, where damage to the text of the schema has made the
  /// column an ordinary one.
  var sequence: Int64 { integer("sequence") ?? 0 }
}
