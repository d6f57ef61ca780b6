/// A page of an app that shows the notifications of its categories in the place of their own content,
/// with the facts that Apple's content extensions have in their `Info.plist`.
public struct ContentExtension: Codable, Sendable, Hashable {
  /// The identifiers of the categories that it shows.
  public var categories: [String]
  /// The absolute path of the page; all that it loads is in the page's folder.
  public var page: String
  /// Height over width, before the page has said its height.
  public var initialContentSizeRatio: Double
  /// Whether the notification's own content is left out.
  public var isDefaultContentHidden: Bool
  /// Whether the page's title takes the place of the app's name.
  public var overridesDefaultTitle: Bool
  /// Whether the user may press and type in the page.
  public var isUserInteractionEnabled: Bool

  /// Height over width of a page that does not say it.
  public static let usualContentSizeRatio = 0.5

  /// A page with the facts that Apple's `Info.plist` has where a key is left out.
  public init(
    categories: [String], page: String,
    initialContentSizeRatio: Double = Self.usualContentSizeRatio,
    isDefaultContentHidden: Bool = false, overridesDefaultTitle: Bool = false,
    isUserInteractionEnabled: Bool = false
  ) {
    self.categories = categories
    self.page = page
    self.initialContentSizeRatio = initialContentSizeRatio
    self.isDefaultContentHidden = isDefaultContentHidden
    self.overridesDefaultTitle = overridesDefaultTitle
    self.isUserInteractionEnabled = isUserInteractionEnabled
  }

  private enum CodingKeys: String, CodingKey {
    case categories, page, initialContentSizeRatio, isDefaultContentHidden, overridesDefaultTitle
    case isUserInteractionEnabled
  }

  /// Reads the JSON form, in which all but the categories and the page may be missing.
  /// - Throws: `DecodingError`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      categories: try container.decode([String].self, forKey: .categories),
      page: try container.decode(String.self, forKey: .page),
      initialContentSizeRatio: try container.decode(
        .initialContentSizeRatio, or: Self.usualContentSizeRatio),
      isDefaultContentHidden: try container.decode(.isDefaultContentHidden, or: false),
      overridesDefaultTitle: try container.decode(.overridesDefaultTitle, or: false),
      isUserInteractionEnabled: try container.decode(.isUserInteractionEnabled, or: false))
  }
}

extension RegisteredApp {
  /// The page for the notifications of a category; nil where the app has none.
  public func contentExtension(of category: String) -> ContentExtension? {
    category.isEmpty ? nil : contentExtensions.first { $0.categories.contains(category) }
  }
}
