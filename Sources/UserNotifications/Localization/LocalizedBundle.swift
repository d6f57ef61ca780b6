package import NotificationTypes
import Synchronization

/// The folder of the app's translations and the user's languages.
package struct LocalizedBundle: Sendable {
  var folder: String
  var languages: PreferredLanguages

  /// Tests have apps of their own.
  @TaskLocal static var replaced: LocalizedBundle?

  package static var current: LocalizedBundle {
    replaced ?? LocalizedBundle(folder: engine.bundle, languages: .current)
  }

  var strings: LocalizedStrings { LocalizedStrings(bundle: folder, languages: languages) }

  package func localized(_ content: NotificationContent) -> NotificationContent {
    guard !content.localization.isEmpty else { return content }
    let strings = strings
    return content.localized { strings.text($0) }
  }
}

/// The texts that were translated last, by the result.
///
/// Apple's framework returns a string object that remembers its key; a Swift string is only text.
/// So a content that is set to one of these texts finds the key for it here.
final class RecentTexts: Sendable {
  static let shared = RecentTexts()

  /// The maximum number of texts; between the translation of a text and its use in a content are a
  /// few lines.
  static let limit = 1024

  private struct State {
    var localizations: [String: LocalizedText] = [:]
    /// The texts, oldest first.
    var order: [String] = []
  }

  private let state = Mutex(State())

  func remember(_ text: String, as localization: LocalizedText) {
    state.withLock { state in
      if state.localizations.updateValue(localization, forKey: text) == nil {
        state.order.append(text)
      }
      if state.order.count > Self.limit {
        state.localizations[state.order.removeFirst()] = nil
      }
    }
  }

  func localization(of text: String) -> LocalizedText? {
    state.withLock { $0.localizations[text] }
  }
}
