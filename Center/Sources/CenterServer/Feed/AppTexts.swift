import NotificationStorage
import NotificationTypes

/// The contents of apps in the user's language.
struct AppTexts {
  private let store: NotificationStore

  init(_ store: NotificationStore) { self.store = store }

  func localized(_ content: NotificationContent, of app: String) -> NotificationContent {
    guard !content.localization.isEmpty,
      let bundle = try? store.profile(of: app).registration?.bundle
    else { return content }
    let strings = LocalizedStrings(bundle: bundle)
    return content.localized { strings.text($0) }
  }
}
