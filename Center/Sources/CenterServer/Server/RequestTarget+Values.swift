import HTTPTypes
import RequestParsing

extension RequestTarget {
  /// A whole number in the query.
  func integer<Value: FixedWidthInteger>(_ name: String) -> Value? {
    self[name].flatMap { Value($0) }
  }

  /// A value that a request needs.
  /// - Throws: ``Refusal`` where it is missing or empty.
  func required(_ name: String) throws(Refusal) -> String {
    guard let value = self[name], !value.isEmpty else {
      throw Refusal(.badRequest, "The value '\(name)' is missing.")
    }
    return value
  }
}
