import FoundationEssentials

/// What the `Info.plist` of a content extension says, in `NSExtension` → `NSExtensionAttributes`.
package struct ContentExtensionAttributes: Sendable, Hashable {
  /// Apple's keys for what an extension must declare.
  package enum Key {
    package static let category = "UNNotificationExtensionCategory"
    package static let initialContentSizeRatio = "UNNotificationExtensionInitialContentSizeRatio"
  }

  /// Nil where the key is missing or of another type.
  package let categories: [String]?
  /// Nil where the key is missing, of another type, or no size.
  package let initialContentSizeRatio: Double?
  package let isDefaultContentHidden: Bool
  package let overridesDefaultTitle: Bool
  package let isUserInteractionEnabled: Bool

  /// - Parameter infoPlist: the content of `Info.plist`.
  package init(infoPlist: [String: Any]) {
    let attributes =
      (infoPlist["NSExtension"] as? [String: Any])?["NSExtensionAttributes"] as? [String: Any]
      ?? [:]
    func isSet(_ name: String) -> Bool {
      attributes["UNNotificationExtension\(name)"] as? Bool ?? false
    }
    let names =
      attributes[Key.category] as? [String]
      ?? (attributes[Key.category] as? String).map { [$0] } ?? []
    categories = names.isEmpty ? nil : names
    let size = attributes[Key.initialContentSizeRatio]
    let ratio = size as? Double ?? (size as? Int).map(Double.init) ?? 0
    initialContentSizeRatio = ratio > 0 && ratio.isFinite ? ratio : nil
    isDefaultContentHidden = isSet("DefaultContentHidden")
    overridesDefaultTitle = isSet("OverridesDefaultTitle")
    isUserInteractionEnabled = isSet("UserInteractionEnabled")
  }

  /// Reads the file `Info.plist`, of XML or binary.
  /// - Returns: nil where there is no such file, or it is no property list.
  package init?(file path: String) {
    guard let entries = PropertyListFile.values(path: path) else { return nil }
    self.init(infoPlist: entries)
  }
}
