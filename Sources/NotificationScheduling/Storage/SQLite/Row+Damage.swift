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

  /// Nil where there is no date.
  func date(_ column: String) -> Date? { integer(column).map(Date.init(microseconds:)) }

  /// The row's number, which is never anything else.
  var sequence: Int64 { self["sequence"] }
}
