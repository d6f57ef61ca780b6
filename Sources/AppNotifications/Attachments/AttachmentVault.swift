import Foundation
import Glibc
import NotificationAccess
package import NotificationRequests
import NotificationTypes

/// The files of an app's notifications, protected from changes by the app: each is in the store's
/// folder as long as a notification contains its path.
package struct AttachmentVault: Sendable {
  private let app: String
  /// The store's folder; nil for a store in memory, whose files are not moved.
  private let folder: StoreFolder?
  /// The app's resources, which are copied; other files are moved.
  private let bundle: String?

  /// - Parameter bundle: nil is none.
  package init(app: String, folder: StoreFolder?, bundle: String? = nil) {
    self.app = app
    self.folder = folder
    self.bundle = bundle
  }

  private static func root(_ folder: StoreFolder) -> String { folder.attachments }

  private var place: String? { folder?.attachments(of: app) }

  /// The apps that have files in a store's folder, and may have notifications with them. Every app
  /// that has requested anything is registered.
  package static func apps(in folder: StoreFolder, _ store: NotificationStore) throws -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: root(folder))) ?? []
    guard !names.isEmpty else { return [] }
    return try store.read(.profiles).compactMap(\.value.registration?.identifier)
      .filter { names.contains(FileNameComponent(of: $0).description) }
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
      throw isKept(path) ? .attachmentNotInDataStore(path) : .attachmentInvalidURL(path)
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
    guard let place, !attachments.isEmpty else {
      _ = try add(attachments)
      return
    }
    let lock = try lock()
    defer { withExtendedLifetime(lock) {} }
    guard (try? StoreFile.makeFolder(place)) != nil else {
      throw ClientError.attachmentMoveFailed(place)
    }
    var copies: [(original: String, copy: String)] = []
    var isStored = false
    defer {
      for (original, copy) in copies {
        if !isStored { unlink(copy) } else if !isOwn(original) { unlink(original) }
      }
    }
    let kept = try attachments.map { attachment throws(ClientError) in
      if isKept(attachment.path) { return attachment }
      var kept = attachment
      kept.path = try copy(attachment.path, into: place)
      copies.append((attachment.path, kept.path))
      return kept
    }
    isStored = try add(kept).isKept
  }

  private func isOwn(_ path: String) -> Bool { bundle.map { path.hasPrefix($0 + "/") } ?? false }

  private func copy(_ path: String, into place: String) throws(ClientError) -> String {
    let copy = "\(place)/\(AttachmentName(for: path))"
    // Within one file system a second name is enough where the first one is removed, and the file
    // belongs to the store's owner.
    if !isOwn(path), folder?.otherOwner == nil, link(path, copy) == 0 { return copy }
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
  package func sweep(_ store: NotificationStore) throws {
    guard let place, let names = try? FileManager.default.contentsOfDirectory(atPath: place),
      !names.isEmpty
    else { return }
    let lock = try lock()
    defer { withExtendedLifetime(lock) {} }
    var used: Set<String> = []
    func keep(_ content: NotificationContent?) -> Bool {
      used.formUnion(content?.attachments.map(\.path) ?? [])
      return true
    }
    try store.forEach(.pending(app: app)) { keep($0.request.content) }
    try store.forEach(.delivered(app: app)) { keep($0.request.content) }
    try store.forEach(.responses(app: app)) { keep($0.response.notification?.request.content) }
    let descriptor = open(place, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    for name in names where AttachmentName.isOne(name) && !used.contains("\(place)/\(name)") {
      unlinkat(descriptor, name, 0)
    }
  }

  private func isKept(_ path: String) -> Bool {
    place.map { path.hasPrefix($0 + "/") } ?? false
  }

  private func lock() throws -> FileLock? {
    try folder.map {
      try FileLock.wait(for: $0.attachmentLock(of: app))
    }
  }
}
