/// A file that is shown with a notification.
public struct NotificationAttachment: Codable, Sendable, Hashable {
  /// Unique within the notification.
  public var identifier: String
  /// An absolute path.
  public var path: String
  /// The media type, such as `image/png`; nil derives it from the file's name.
  public var mediaType: String?

  /// A file; it is not read before the notification is added.
  public init(identifier: String, path: String, mediaType: String? = nil) {
    self.identifier = identifier
    self.path = path
    self.mediaType = mediaType
  }
}
