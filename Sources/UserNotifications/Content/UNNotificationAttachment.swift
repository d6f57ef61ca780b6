public import Foundation
import NotificationTypes

/// A file that is shown or played with a notification.
open class UNNotificationAttachment: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  /// The identifier, unique within the notification.
  open var identifier: String { storedIdentifier }
  private let storedIdentifier: String
  /// The file; after the request was added, it is in the system's own folder.
  open var url: URL { storedURL }
  private let storedURL: URL
  /// Apple's uniform type identifier, such as `public.png`.
  open var type: String { storedType }
  private let storedType: String
  private let thumbnail: AttachmentThumbnail?

  /// - Parameters:
  ///   - identifier: unique within the notification; if empty, one is created.
  ///   - URL: the file. Its type follows from the hint, otherwise from the name, otherwise from the
  ///     first bytes.
  ///   - options: the keys `UNNotificationAttachmentOptions…` with their values.
  /// - Throws: ``UNError``, codes 100 to 102 and 105.
  public convenience init(
    identifier: String, url URL: URL, options: [AnyHashable: Any]? = nil
  ) throws {
    let hint = options?[UNNotificationAttachmentOptionsTypeHintKey] as? String
    let type = try Self.type(of: URL, hint: hint)
    self.init(
      identifier.isEmpty ? UUID().uuidString : identifier, url: URL, type: type,
      thumbnail: options.flatMap(AttachmentThumbnail.init))
  }

  private init(_ identifier: String, url: URL, type: String, thumbnail: AttachmentThumbnail?) {
    storedIdentifier = identifier
    storedURL = url
    storedType = type
    self.thumbnail = thumbnail
  }

  private static func type(of url: URL, hint: String?) throws(UNError) -> String {
    guard url.isFileURL, let file = File(url) else { throw UNError(.attachmentInvalidURL) }
    let name = hint ?? url.pathExtension
    let type =
      name.isEmpty
      ? AttachmentType.allCases.first { $0.matches(file.head) } : AttachmentType(named: name)
    guard let type else { throw UNError(.attachmentUnrecognizedType) }
    guard file.size > 0, file.size <= type.greatestSize else {
      throw UNError(.attachmentInvalidFileSize)
    }
    guard type.matches(file.head) else { throw UNError(.attachmentCorrupt) }
    return hint ?? type.uniformIdentifier(fileExtension: url.pathExtension)
  }

  /// The size and the first bytes of a regular file.
  private struct File {
    let size: Int64
    let head: [UInt8]

    /// - Returns: nil where it cannot be read; a pipe or a device neither blocks nor is read.
    init?(_ url: URL) {
      let descriptor = open(url.path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
      guard descriptor >= 0 else { return nil }
      let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
      var status = stat()
      guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
      size = Int64(status.st_size)
      head = [UInt8]((try? handle.read(upToCount: AttachmentType.headSize)) ?? Data())
    }
  }

  // MARK: The stored form

  var value: NotificationAttachment {
    NotificationAttachment(
      identifier: identifier, path: url.path,
      mediaType: AttachmentType(named: type)?.rawValue, thumbnail: thumbnail)
  }

  /// The file was checked when it was stored.
  convenience init(value: NotificationAttachment) {
    let url = URL(fileURLWithPath: value.path)
    let type = AttachmentType(named: value.mediaType ?? url.pathExtension)
    self.init(
      value.identifier, url: url,
      type: type?.uniformIdentifier(fileExtension: url.pathExtension) ?? "public.data",
      thumbnail: value.thumbnail)
  }

  // MARK: As an object

  /// This object, because it does not change.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  open override func isEqual(_ object: Any?) -> Bool {
    (object as? UNNotificationAttachment)?.value == value
  }

  open override var hash: Int { value.hashValue }

  /// True: only expected classes are decoded from an archive.
  open class var supportsSecureCoding: Bool { true }

  /// Encodes the object for `init(coder:)`.
  open func encode(with coder: NSCoder) { coder.encodeValue(value) }

  /// Decodes an object from `encode(with:)`; nil where the coder does not contain one.
  public required convenience init?(coder: NSCoder) {
    guard let value: NotificationAttachment = coder.decodeValue() else { return nil }
    self.init(value: value)
  }
}
