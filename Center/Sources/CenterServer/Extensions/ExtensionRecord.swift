import Foundation
import NotificationTypes

/// What the page for the owner needs to show a notification by its app's page.
struct ExtensionRecord: Encodable {
  /// What the app's page gets.
  struct Notification: Encodable {
    let identifier: String
    let app: String
    let date: Date
    let content: NotificationContent
  }

  /// The address of the app's page.
  let page: String
  let ratio: Double
  let hidesDefault: Bool
  let overridesTitle: Bool
  let isInteractive: Bool
  let notification: Notification

  init(
    _ declared: ContentExtension, page: String, _ item: DeliveredNotification, _ texts: AppTexts
  ) {
    self.page = page
    ratio = declared.initialContentSizeRatio
    hidesDefault = declared.isDefaultContentHidden
    overridesTitle = declared.overridesDefaultTitle
    isInteractive = declared.isUserInteractionEnabled
    var content = texts.localized(item.request.content, of: item.request.app)
    content.localization = ContentLocalization()
    // Paths of this machine are nothing to a page; it gets pictures as data.
    content.attachments = []
    notification = Notification(
      identifier: item.request.identifier, app: item.request.app, date: item.date,
      content: content)
  }
}
