import Foundation
import NotificationTypes

/// A delivered notification as the page shows it.
struct DeliveredRecord: Encodable {
  struct Picture: Encodable {
    let index: Int
    let identifier: String
    let clipping: AttachmentThumbnail.Clipping?

    /// - Returns: nil for what is not a picture, or is not to be shown.
    init?(_ index: Int, _ attachment: NotificationAttachment) {
      let type = attachment.mediaType ?? URL(fileURLWithPath: attachment.path).pathExtension
      let isPicture =
        type.hasPrefix("image/") || ["png", "jpg", "jpeg", "gif"].contains(type.lowercased())
      guard isPicture, attachment.thumbnail?.isHidden != true else { return nil }
      self.index = index
      identifier = attachment.identifier
      clipping = attachment.thumbnail?.clipping
    }
  }

  let number: Int64
  let app: String
  let identifier: String
  let date: Date
  let due: Date?
  let title: String
  let subtitle: String
  let body: String
  let category: String
  let thread: String
  let level: String
  let relevance: Double
  let pictures: [Picture]
  let banner: DeliveryRecord.Fate?
  let sound: DeliveryRecord.Fate?
  let soundFile: String?
  let fallback: String?

  init(_ number: Int64, _ item: DeliveredNotification, _ texts: AppTexts) {
    self.number = number
    app = item.request.app
    identifier = item.request.identifier
    date = item.date
    due = item.dueDate
    let content = texts.localized(item.request.content, of: item.request.app)
    title = content.title
    subtitle = content.subtitle
    body = content.body
    category = content.categoryIdentifier
    thread = content.threadIdentifier
    level = content.interruptionLevel.rawValue
    relevance = content.relevance
    pictures = content.attachments.enumerated().compactMap(Picture.init)
    banner = item.record?.banner
    sound = item.record?.sound
    soundFile = item.record?.soundFile
    fallback = item.record?.fallback
  }
}
