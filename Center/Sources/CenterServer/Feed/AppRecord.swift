import NotificationStorage
import NotificationTypes

/// An app as the page shows it: its name, what it may do, and its categories.
struct AppRecord: Encodable {
  struct Action: Encodable {
    let identifier: String
    let title: String
    let isDestructive: Bool
    /// The text of the button beside a field; nil for a plain button.
    let send: String?
    let placeholder: String?
  }

  struct Category: Encodable {
    let identifier: String
    let actions: [Action]
    /// Whether the app is told when a notification is dismissed.
    let tellsDismissal: Bool
    let placeholder: String
    let showsTitle: Bool
    let showsSubtitle: Bool
  }

  let identifier: String
  let name: String
  /// Whether the app waits for the user's answer.
  let isAsking: Bool
  let permissions: NotificationSettings
  let style: AppSettings.AlertStyle
  let previews: AppSettings.Previews
  let volume: Double
  let badge: Int
  let categories: [Category]
  /// The identifiers of the categories whose notifications a page of the app shows.
  let extended: [String]

  init(_ identifier: String, _ profile: AppProfile) {
    self.identifier = identifier
    name = profile.registration?.name ?? ""
    let settings = profile.settings
    permissions = settings.permissions
    isAsking = permissions.authorization == .notDetermined && !settings.requested.isEmpty
    style = settings.alertStyle
    previews = settings.previews
    volume = settings.volume
    badge = profile.badge
    categories = profile.categories.map(Self.category)
    extended = profile.registration?.contentExtensions.flatMap(\.categories) ?? []
  }

  private static func category(_ category: NotificationCategory) -> Category {
    Category(
      identifier: category.identifier,
      actions: category.actions.prefix(NotificationCategory.greatestActionCount).map {
        Action(
          identifier: $0.identifier, title: $0.title,
          isDestructive: $0.options.contains(.destructive), send: $0.textInput?.buttonTitle,
          placeholder: $0.textInput?.placeholder)
      },
      tellsDismissal: category.options.contains(.customDismissAction),
      placeholder: category.hiddenPreviewsPlaceholder,
      showsTitle: category.options.contains(.hiddenPreviewsShowTitle),
      showsSubtitle: category.options.contains(.hiddenPreviewsShowSubtitle))
  }

  static func all(in store: NotificationStore) throws -> [AppRecord] {
    try store.read(.profiles).map { AppRecord($0.key, $0.value) }
      .sorted { $0.identifier < $1.identifier }
  }
}
