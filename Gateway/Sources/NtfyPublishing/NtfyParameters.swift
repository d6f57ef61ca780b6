import Foundation
import RequestParsing

/// The parameters of a call besides its body: each value is in a header, which takes precedence, or
/// in the query.
struct NtfyParameters {
  private var headers: [String: String]
  private let query: FormFields

  init(_ call: NtfyCall) {
    headers = call.headers
    query = call.target.query
  }

  /// Replaces a header; an empty text does not.
  mutating func set(_ name: String, _ value: String?) {
    if let value, !value.isEmpty { headers[name] = value }
  }

  /// The first of the names that has a value; each in lower case.
  func text(_ names: String...) -> String? { text(names) }

  private func text(_ names: [String]) -> String? {
    for name in names {
      if let value = headers[name].map(EncodedWords.decode)?.trimmed, !value.isEmpty {
        return value
      }
    }
    for name in names {
      if let value = query[name]?.trimmed, !value.isEmpty { return value }
    }
    return nil
  }

  func flag(_ names: String..., otherwise: Bool) -> Bool {
    text(names).map { ["1", "yes", "true"].contains($0.lowercased()) } ?? otherwise
  }
}

extension String {
  /// The text without white space at its ends.
  var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }
}
