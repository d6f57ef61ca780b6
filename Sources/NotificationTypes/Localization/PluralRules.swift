import _FoundationICU

/// The plural rules of a language (Unicode's CLDR), from the library that Foundation itself stands
/// on. Foundation has no call for them, and its own `NSLocalizedString` ends the program where it
/// finds a `.stringsdict`.
final class PluralRules {
  private let rules: OpaquePointer

  /// - Parameter language: a tag such as `ru` or `pt-PT`; one that is unknown has only `other`.
  /// - Returns: nil where the library has no data.
  init?(language: String) {
    var status = U_ZERO_ERROR
    guard let rules = swift_uplrules_open(language, &status), status.rawValue <= 0 else {
      return nil
    }
    self.rules = rules
  }

  deinit { swift_uplrules_close(rules) }

  /// `zero`, `one`, `two`, `few`, `many` or `other`.
  func category(of number: Double) -> String? {
    var status = U_ZERO_ERROR
    var letters = [UInt16](repeating: 0, count: 16)
    let count = swift_uplrules_select(rules, number, &letters, Int32(letters.count), &status)
    guard status.rawValue <= 0, letters.indices.contains(Int(count)) else { return nil }
    return String(decoding: letters[..<Int(count)], as: UTF16.self)
  }
}
