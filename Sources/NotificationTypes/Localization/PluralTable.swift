/// The translations of one `.stringsdict` file: texts that depend on numbers.
///
/// An entry has a format with variables, and for each of them a text by plural category (Apple,
/// Localizing strings that contain plurals).
struct PluralTable {
  let formats: [String: LocalizedFormat]

  /// - Parameter language: the tag of the language whose rules choose the category.
  /// - Returns: nil where the file does not exist, or is not a property list.
  init?(path: String, language: String) {
    guard let values = PropertyListFile.values(path: path) else { return nil }
    formats = values.compactMapValues { Self.format($0, language: language) }
  }

  /// - Returns: nil for an entry of another kind, such as a text by device.
  private static func format(_ value: Any, language: String) -> LocalizedFormat? {
    guard let entry = value as? [String: Any],
      let text = entry["NSStringLocalizedFormatKey"] as? String
    else { return nil }
    let variables = entry.compactMapValues { value -> [String: String]? in
      guard let variable = value as? [String: Any],
        variable["NSStringFormatSpecTypeKey"] as? String == "NSStringPluralRuleType"
      else { return nil }
      return variable.compactMapValues { $0 as? String }
    }
    return LocalizedFormat(text: text, variables: variables, language: language)
  }
}
