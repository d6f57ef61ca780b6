import Foundation
import HTTPTypes

/// The path of a request, and the values behind it.
struct Target: Sendable {
  let path: String
  private let values: [String: String]

  init(_ text: String) {
    let parts = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    path = parts.first.map(String.init) ?? ""
    var values: [String: String] = [:]
    for pair in parts.dropFirst().joined().split(separator: "&") {
      let pair = pair.split(separator: "=", maxSplits: 1).map {
        $0.replacing("+", with: " ").removingPercentEncoding
      }
      // Of two values of one name the first counts.
      if let name = pair[0], values[name] == nil { values[name] = pair.count > 1 ? pair[1] : "" }
    }
    self.values = values
  }

  subscript(name: String) -> String? { values[name] }

  /// A whole number.
  func integer<Value: FixedWidthInteger>(_ name: String) -> Value? {
    values[name].flatMap { Value($0) }
  }

  /// A value that a request needs.
  /// - Throws: ``Refusal`` where it is missing or empty.
  func required(_ name: String) throws(Refusal) -> String {
    guard let value = values[name], !value.isEmpty else {
      throw Refusal(.badRequest, "The value '\(name)' is missing.")
    }
    return value
  }
}
