import Foundation
import Glibc
import NotificationStorage
import NotificationTypes

/// The files that an extension has attached: they are copied into the store's folder, where they are
/// as long as a notification contains their paths.
struct ExtensionAttachments {
  let app: String
  /// The store's folder; nil for a store in memory, whose files stay where they are.
  let folder: StoreFolder?

  /// Copies the files and stores their notification; no files of the app are removed meanwhile.
  /// - Parameters:
  ///   - leave: called with the reason why a file is left out.
  ///   - store: stores the notification with its attachments; false where it is not wanted.
  func keep(
    _ attachments: [NotificationAttachment], leave: (String) -> Void,
    _ store: ([NotificationAttachment]) throws(StoreError) -> Bool
  ) throws(StoreError) -> Bool {
    guard let folder, !attachments.isEmpty else { return try store(attachments) }
    let lock = try FileLock.wait(for: folder.attachmentLock(of: app))
    defer { withExtendedLifetime(lock) {} }
    let place = folder.attachments(of: app)
    // Without it no file can be copied, which is said of each.
    try? StoreFile.makeFolder(place)
    var kept: [NotificationAttachment] = []
    var isStored = false
    defer { if !isStored { for attachment in kept { unlink(attachment.path) } } }
    for attachment in attachments {
      do throws(UnusableAnswer) {
        kept.append(try Self.copy(attachment, into: place))
      } catch {
        leave("\(attachment.path): \(error.reason)")
      }
    }
    isStored = try store(kept)
    return isStored
  }

  private static func copy(
    _ attachment: NotificationAttachment, into place: String
  ) throws(UnusableAnswer) -> NotificationAttachment {
    let path = attachment.path
    // A link could lead elsewhere, and a pipe might block.
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard path.hasPrefix("/"), file >= 0 else {
      if file >= 0 { close(file) }
      throw UnusableAnswer(reason: "it is not a file that can be read")
    }
    defer { close(file) }
    let url = URL(fileURLWithPath: path)
    var kept = attachment
    let type = try type(of: file, named: attachment.mediaType ?? url.pathExtension)
    kept.mediaType = type.rawValue
    kept.path = "\(place)/\(AttachmentName(for: path))"
    guard let copy = try? StoreFile.make(kept.path) else {
      throw UnusableAnswer(reason: "it cannot be copied: \(String(cString: strerror(errno)))")
    }
    defer { close(copy) }
    var block = [UInt8](repeating: 0, count: 1 << 16)
    var rest = type.greatestSize
    while true {
      let count = read(file, &block, block.count)
      if count == 0 { return kept }
      rest -= count
      guard count > 0, rest >= 0, write(copy, block, count) == count else {
        unlink(kept.path)
        throw UnusableAnswer(reason: "it cannot be copied")
      }
    }
  }

  private static func type(
    of file: Int32, named name: String
  ) throws(UnusableAnswer) -> AttachmentType {
    do throws(AttachmentFault) {
      return try AttachmentType(of: file, named: name)
    } catch {
      throw UnusableAnswer(reason: reason(error))
    }
  }

  private static func reason(_ fault: AttachmentFault) -> String {
    switch fault {
    case .notAFile: "it is not a file"
    case .unknownType: "its type is not known"
    case .size(let type): "it is empty, or larger than \(type.greatestSize) bytes"
    case .content(let type): "it is not \(type.rawValue)"
    }
  }
}
