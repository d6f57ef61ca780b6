import Foundation
import NotificationTypes

/// An option of an attachment: its uniform type identifier, for a file whose name does not show it.
public let UNNotificationAttachmentOptionsTypeHintKey =
  "UNNotificationAttachmentOptionsTypeHintKey"
/// An option of an attachment: whether it is shown small beside the text.
public let UNNotificationAttachmentOptionsThumbnailHiddenKey =
  "UNNotificationAttachmentOptionsThumbnailHiddenKey"
/// An option of an attachment: the part that is shown small.
public let UNNotificationAttachmentOptionsThumbnailClippingRectKey =
  "UNNotificationAttachmentOptionsThumbnailClippingRectKey"
/// An option of an attachment: the time of a movie's picture that is shown small.
public let UNNotificationAttachmentOptionsThumbnailTimeKey =
  "UNNotificationAttachmentOptionsThumbnailTimeKey"

extension AttachmentThumbnail {
  /// - Returns: nil where no option changes the thumbnail.
  init?(_ options: [AnyHashable: Any]) {
    let isHidden = options[UNNotificationAttachmentOptionsThumbnailHiddenKey] as? Bool ?? false
    let clipping = options[UNNotificationAttachmentOptionsThumbnailClippingRectKey]
      .flatMap(Clipping.init(option:))
    guard isHidden || clipping != nil else { return nil }
    self.init(isHidden: isHidden, clipping: clipping)
  }
}

extension AttachmentThumbnail.Clipping {
  /// - Parameter option: a rectangle, or its dictionary as Apple's Core Graphics writes it.
  init?(option: Any) {
    if let rectangle = option as? CGRect {
      self.init(
        x: rectangle.minX, y: rectangle.minY, width: rectangle.width, height: rectangle.height)
      return
    }
    guard let sides = option as? [String: Any] else { return nil }
    let numbers = ["X", "Y", "Width", "Height"]
      .compactMap { (sides[$0] as? NSNumber)?.doubleValue }
    guard numbers.count == 4 else { return nil }
    self.init(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }
}
