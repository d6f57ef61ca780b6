package import FoundationEssentials
import LinuxProcess

/// Columns of a row that may be damaged: SQLite lets a value have another type than its column.
extension Row {
  /// Nil where there is no integer.
  package func integer(_ column: String) -> Int64? { value(column).integer }

  /// Empty where there is no text.
  package func text(_ column: String) -> String { value(column).text ?? "" }

  /// Empty where there are no bytes.
  package func blob(_ column: String) -> Data { value(column).blob ?? Data() }

  /// Nil where there is no date.
  package func date(_ column: String) -> Date? { integer(column).map(Date.init(microseconds:)) }

  /// The row's number; 0, which no row has, where damage to the text of the schema has made the
  /// column an ordinary one.
  package var sequence: Int64 { integer("sequence") ?? 0 }
}
