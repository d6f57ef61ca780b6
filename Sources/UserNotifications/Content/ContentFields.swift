import Foundation
import NotificationTypes

/// The fields of a content, in the form of Apple's objects.
struct ContentFields {
  var title = Text()
  var subtitle = Text()
  var body = Text()
  var badge: NSNumber?
  var sound: UNNotificationSound?
  var categoryIdentifier = ""
  var threadIdentifier = ""
  var userInfo: [AnyHashable: Any] = [:]
  var interruptionLevel = UNNotificationInterruptionLevel.active
  var relevanceScore = 0.0
  var attachments: [UNNotificationAttachment] = []
  var launchImageName = ""
  var targetContentIdentifier: String?
  var filterCriteria: String?
  // Apple ignores them since iOS 15.
  var summaryArgument = ""
  var summaryArgumentCount = 0

  /// A text, and the key for its translation when the notification is delivered.
  struct Text {
    var shown = ""
    var localization: LocalizedText?

    init() {}

    /// - Parameter shown: the text, which may have been translated just now.
    init(_ shown: String) {
      self.shown = shown
      localization = RecentTexts.shared.localization(of: shown)
    }

    init(_ shown: String, _ localization: LocalizedText?) {
      self.shown = shown
      self.localization = localization
    }
  }

  init() {}
}

extension ContentFields {
  /// The stored form, without values that a property list cannot contain.
  var value: NotificationContent { value(userInfo: UserInfo.storable(userInfo)) }

  /// - Throws: where the app's own data cannot be stored.
  func checkedValue() throws -> NotificationContent {
    value(userInfo: try UserInfo.stored(userInfo))
  }

  private func value(userInfo: [String: UserInfoValue]) -> NotificationContent {
    var content = NotificationContent(
      title: title.shown, subtitle: subtitle.shown, body: body.shown, badge: badge?.intValue,
      sound: sound?.value, categoryIdentifier: categoryIdentifier,
      threadIdentifier: threadIdentifier, userInfo: userInfo,
      interruptionLevel: interruptionLevel.value, relevance: relevanceScore,
      attachments: attachments.map(\.value))
    content.localization = ContentLocalization(
      title: title.localization, subtitle: subtitle.localization, body: body.localization)
    content.targetContentIdentifier = targetContentIdentifier
    content.launchImage = launchImageName
    content.filterCriteria = filterCriteria
    return content
  }

  init(_ stored: NotificationContent) {
    let content = LocalizedBundle.current.localized(stored)
    title = Text(content.title, content.localization.title)
    subtitle = Text(content.subtitle, content.localization.subtitle)
    body = Text(content.body, content.localization.body)
    badge = content.badge.map { NSNumber(value: $0) }
    sound = content.sound.map { UNNotificationSound(value: $0) }
    categoryIdentifier = content.categoryIdentifier
    threadIdentifier = content.threadIdentifier
    userInfo = UserInfo.apple(content.userInfo)
    interruptionLevel = UNNotificationInterruptionLevel(content.interruptionLevel)
    relevanceScore = content.relevance
    attachments = content.attachments.map { UNNotificationAttachment(value: $0) }
    targetContentIdentifier = content.targetContentIdentifier
    launchImageName = content.launchImage
    filterCriteria = content.filterCriteria
  }
}
