import NotificationTypes

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
  /// Whether the user may press and type in the interface.
  public var isUserInteractionEnabled: Bool

  /// A declaration as `Info.plist` would make it.
  public init(
    categories: [String], initialContentSizeRatio: Double, isDefaultContentHidden: Bool = false,
    overridesDefaultTitle: Bool = false, isUserInteractionEnabled: Bool = false
  ) {
    self.categories = categories
    self.initialContentSizeRatio = initialContentSizeRatio
    self.isDefaultContentHidden = isDefaultContentHidden
    self.overridesDefaultTitle = overridesDefaultTitle
    self.isUserInteractionEnabled = isUserInteractionEnabled
  }

  /// - Parameter infoPlist: the content of `Info.plist`.
  /// - Throws: ``Defect`` for the first key that is missing or of another type.
  public init(infoPlist: [String: Any]) throws(Defect) {
    let attributes = ContentExtensionAttributes(infoPlist: infoPlist)
    guard let categories = attributes.categories else { throw Defect(key: Key.category) }
    guard let ratio = attributes.initialContentSizeRatio else {
      throw Defect(key: Key.initialContentSizeRatio)
    }
    self.init(
      categories: categories, initialContentSizeRatio: ratio,
      isDefaultContentHidden: attributes.isDefaultContentHidden,
      overridesDefaultTitle: attributes.overridesDefaultTitle,
      isUserInteractionEnabled: attributes.isUserInteractionEnabled)
  }

  private typealias Key = ContentExtensionAttributes.Key
}
