import Foundation

/// An extension's declaration in its `Info.plist`, in `NSExtension` → `NSExtensionAttributes`.
public struct ContentExtensionDeclaration: Sendable, Hashable {
  /// The reason why a declaration cannot be used; the key is the one that is missing or wrong.
  public struct Defect: Error, Sendable, Hashable, CustomStringConvertible {
    /// The key in `NSExtensionAttributes`.
    public let key: String

    /// A defect at a key.
    public init(key: String) { self.key = key }

    /// The key and its required value, as a sentence without a full stop.
    public var description: String {
      "NSExtensionAttributes needs \(key), and of the right type"
    }
  }

  /// The categories whose notifications it shows.
  public var categories: [String]
  /// Height over width, before the interface has reported its size.
  public var initialContentSizeRatio: Double
  /// Whether the notification's own text is left out.
  public var isDefaultContentHidden: Bool
  /// Whether the interface's title replaces the app's name.
  public var overridesDefaultTitle: Bool

  /// A declaration as `Info.plist` would make it.
  public init(
    categories: [String], initialContentSizeRatio: Double, isDefaultContentHidden: Bool = false,
    overridesDefaultTitle: Bool = false
  ) {
    self.categories = categories
    self.initialContentSizeRatio = initialContentSizeRatio
    self.isDefaultContentHidden = isDefaultContentHidden
    self.overridesDefaultTitle = overridesDefaultTitle
  }

  /// - Parameter infoPlist: the content of `Info.plist`.
  /// - Throws: ``Defect`` for the first key that is missing or of another type.
  public init(infoPlist: [String: Any]) throws(Defect) {
    let attributes =
      (infoPlist["NSExtension"] as? [String: Any])?["NSExtensionAttributes"] as? [String: Any]
    func value(_ name: String) -> Any? { attributes?["UNNotificationExtension\(name)"] }
    switch value("Category") {
    case let one as String: categories = [one]
    case let several as [String] where !several.isEmpty: categories = several
    default: throw Defect(key: "UNNotificationExtensionCategory")
    }
    guard let ratio = (value("InitialContentSizeRatio") as? NSNumber)?.doubleValue, ratio > 0 else {
      throw Defect(key: "UNNotificationExtensionInitialContentSizeRatio")
    }
    initialContentSizeRatio = ratio
    isDefaultContentHidden = value("DefaultContentHidden") as? Bool ?? false
    overridesDefaultTitle = value("OverridesDefaultTitle") as? Bool ?? false
  }
}
