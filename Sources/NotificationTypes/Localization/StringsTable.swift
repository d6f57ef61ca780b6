/// The translations of one `.strings` file: old-style, XML or binary property list.
struct StringsTable: Sendable, Hashable {
  let texts: [String: String]

  /// - Returns: nil where the file does not exist, or is not a table of texts.
  init?(path: String) {
    guard let values = PropertyListFile.values(path: path) else { return nil }
    texts = values.compactMapValues { $0 as? String }
  }
}
