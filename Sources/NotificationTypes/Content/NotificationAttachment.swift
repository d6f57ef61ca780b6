/// A file that is shown with a notification.
public struct NotificationAttachment: Codable, Sendable, Hashable {
  /// Unique within the notification.
  public var identifier: String
  /// An absolute path.
  public var path: String
  /// The media type, such as `image/png`; nil derives it from the file's name.
  public var mediaType: String?
  /// How it is shown small beside the text; nil is the whole picture.
  public var thumbnail: AttachmentThumbnail?

  /// A file; it is not read before the notification is added.
  public init(
    identifier: String, path: String, mediaType: String? = nil,
    thumbnail: AttachmentThumbnail? = nil
  ) {
    self.identifier = identifier
    self.path = path
    self.mediaType = mediaType
    self.thumbnail = thumbnail
  }
}
