import Foundation
import Glibc
import NotificationStorage
import NotificationTypes

/// The files of an app's notifications, protected from changes by the app: each is in the store's
/// folder as long as a notification contains its path.
struct AttachmentVault: Sendable {
  /// nil for a store in memory, whose files are not moved.
  private let kept: AttachmentFolder?
  /// The app's resources, which are copied; other files are moved.
  private let bundle: String?

  /// - Parameters:
  ///   - folder: the store's; nil for a store in memory.
  ///   - bundle: nil is none.
  init(app: String, folder: StoreFolder?, bundle: String?) {
    kept = folder.map { AttachmentFolder(of: app, in: $0) }
    self.bundle = bundle
  }

  // MARK: Checking

  /// Checks that files can be shown.
  /// - Returns: the attachments, each with its media type.
  func check(
    _ attachments: [NotificationAttachment]
  ) throws(ClientError) -> [NotificationAttachment] {
    var checked: [NotificationAttachment] = []
    for attachment in attachments { checked.append(try check(attachment)) }
    return checked
  }

  private func check(_ attachment: NotificationAttachment) throws(ClientError)
    -> NotificationAttachment
  {
    let path = attachment.path
    guard path.hasPrefix("/") else { throw .attachmentInvalidURL(path) }
    // A link could lead elsewhere later, and a pipe might block.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else {
      throw kept?.contains(path) == true
        ? .attachmentNotInDataStore(path) : .attachmentInvalidURL(path)
    }
    defer { close(descriptor) }
    var checked = attachment
    do throws(AttachmentFault) {
      let name = attachment.mediaType ?? URL(fileURLWithPath: path).pathExtension
      checked.mediaType = try AttachmentType(of: descriptor, named: name).rawValue
    } catch {
      throw Self.error(error, path)
    }
    return checked
  }

  private static func error(_ fault: AttachmentFault, _ path: String) -> ClientError {
    switch fault {
    case .notAFile: .attachmentInvalidURL(path)
    case .unknownType: .attachmentUnrecognizedType(path)
    case .size: .attachmentInvalidFileSize(path)
    case .content: .attachmentCorrupt(path)
    }
  }

  // MARK: Keeping

  /// Moves checked files into the store's folder and stores the request with them. If the request
  /// is not stored, the files stay where they were.
  /// - Parameter add: stores attachments with their new paths; files are not swept meanwhile.
  func keep(
    _ attachments: [NotificationAttachment], _ add: ([NotificationAttachment]) throws -> Addition
  ) throws {
    guard let kept, !attachments.isEmpty else {
      _ = try add(attachments)
      return
    }
    let lock = try kept.lock()
    defer { withExtendedLifetime(lock) {} }
    guard (try? StoreFile.makeFolder(kept.path)) != nil else {
      throw ClientError.attachmentMoveFailed(kept.path)
    }
    var copies: [(original: String, copy: String)] = []
    var isStored = false
    defer {
      for (original, copy) in copies {
        if !isStored { unlink(copy) } else if !isOwn(original) { unlink(original) }
      }
    }
    let moved = try attachments.map { attachment throws(ClientError) in
      if kept.contains(attachment.path) { return attachment }
      var moved = attachment
      moved.path = try copy(attachment.path, into: kept.path)
      copies.append((attachment.path, moved.path))
      return moved
    }
    isStored = try add(moved).isKept
  }

  private func isOwn(_ path: String) -> Bool { bundle.map { path.hasPrefix($0 + "/") } ?? false }

  private func copy(_ path: String, into place: String) throws(ClientError) -> String {
    let copy = "\(place)/\(AttachmentName(for: path))"
    // Within one file system a second name is enough where the first one is removed, and the file
    // belongs to the store's owner.
    if !isOwn(path), kept?.isAnothers == false, link(path, copy) == 0 { return copy }
    do {
      let source = try StoreFile.open(path, for: .reading)
      defer { close(source) }
      let target = try StoreFile.make(copy)
      defer { close(target) }
      var count: Int
      repeat {
        count = sendfile(target, source, nil, 1 << 30)
      } while count > 0
      if count == 0 { return copy }
      unlink(copy)
    } catch {}
    throw .attachmentMoveFailed(path)
  }

  /// Removes files that no notification of the app contains any more.
  func sweep(_ store: NotificationStore) throws { try kept?.sweep(store) }
}
