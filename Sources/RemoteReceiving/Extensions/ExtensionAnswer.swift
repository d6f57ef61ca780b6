import FoundationEssentials
import NotificationTypes

/// The reason why an extension's answer cannot be used.
struct UnusableAnswer: Error, Equatable {
  let reason: String
}

/// Reads the answers of service extensions (pure).
enum ExtensionAnswer {
  /// The content to deliver; nil where the extension leaves it as it is, with an empty answer.
  /// - Parameter original: the content that the server has sent.
  static func content(
    _ answer: [UInt8], original: NotificationContent
  ) throws(UnusableAnswer) -> NotificationContent? {
    guard answer.contains(where: { !" \t\r\n".utf8.contains($0) }) else { return nil }
    var content: NotificationContent
    do {
      content = try JSONDecoder().decode(NotificationContent.self, from: Data(answer))
    } catch {
      throw UnusableAnswer(reason: "its answer is not a content: \(error)")
    }
    dropLookups(&content, original)
    guard !(content.title + content.subtitle + content.body).isEmpty else {
      throw UnusableAnswer(reason: "its answer has no text")
    }
    if let badge = content.badge, badge < 0 { content.badge = original.badge }
    content.original = original.original
    return content
  }

  /// A text that the extension has changed is not looked up any more: a program that knows nothing
  /// of lookups leaves them in the content.
  private static func dropLookups(
    _ content: inout NotificationContent, _ original: NotificationContent
  ) {
    let (new, old) = (content.localization, original.localization)
    if content.title != original.title, new.title == old.title { content.localization.title = nil }
    if content.subtitle != original.subtitle, new.subtitle == old.subtitle {
      content.localization.subtitle = nil
    }
    if content.body != original.body, new.body == old.body { content.localization.body = nil }
  }
}
