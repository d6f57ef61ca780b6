import Foundation
import Glibc
import NotificationScheduling
import NotificationTypes

/// The files that an app's notifications show, where the app cannot change them any more: each in
/// the store's folder as long as a notification names it.
struct AttachmentVault: Sendable {
  private let app: String
  /// The store's; nil is one in memory, whose files stay where they are.
  private let folder: StoreFolder?
  /// The app's own resources: they are copied, everything else is moved.
  private let bundle: String?

  /// - Parameter bundle: nil is none.
  init(app: String, folder: StoreFolder?, bundle: String? = nil) {
    self.app = app
    self.folder = folder
    self.bundle = bundle
  }

  private static func root(_ folder: StoreFolder) -> String { folder.path + "/attachments" }

  private var place: String? {
    folder.map { Self.root($0) + "/" + SchedulerLock.Scope.spelled(app) }
  }

  /// The apps that have files in a store's folder, and notifications that may name them: all that
  /// have ever asked for anything are registered.
  static func apps(in folder: StoreFolder, _ store: NotificationStore) throws -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: root(folder))) ?? []
    guard !names.isEmpty else { return [] }
    return try store.allProfiles().compactMap(\.value.registration?.identifier)
      .filter { names.contains(SchedulerLock.Scope.spelled($0)) }
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
    // A link could be made to lead elsewhere later; a pipe would not answer.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    var status = stat()
    guard descriptor >= 0 else {
      throw isKept(path) ? .attachmentNotInDataStore(path) : .attachmentInvalidURL(path)
    }
    defer { close(descriptor) }
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw .attachmentInvalidURL(path)
    }
    let name = attachment.mediaType ?? URL(fileURLWithPath: path).pathExtension
    guard let type = AttachmentType(named: name) else { throw .attachmentUnrecognizedType(path) }
    guard status.st_size > 0, status.st_size <= type.greatestSize else {
      throw .attachmentInvalidFileSize(path)
    }
    var head = [UInt8](repeating: 0, count: AttachmentType.headSize)
    let count = pread(descriptor, &head, head.count, 0)
    guard count >= 0, type.matches(Array(head[..<count])) else { throw .attachmentCorrupt(path) }
    var checked = attachment
    checked.mediaType = type.rawValue
    return checked
  }

  // MARK: Keeping

  /// Brings checked files into the store's folder, and has the request that names them stored. Where
  /// it is not, they are where they were.
  /// - Parameter add: stores attachments with their new paths; nothing is swept meanwhile.
  func keep(
    _ attachments: [NotificationAttachment], _ add: ([NotificationAttachment]) throws -> Addition
  ) throws {
    guard let place, !attachments.isEmpty else {
      _ = try add(attachments)
      return
    }
    let lock = try lock()
    defer { withExtendedLifetime(lock) {} }
    guard (try? Self.makeFolder(place)) != nil else {
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
    let name = URL(fileURLWithPath: path).lastPathComponent
    let copy = place + "/" + UUID().uuidString + "-" + name
    // Within one file system a second name is enough where the first one goes.
    if !isOwn(path), link(path, copy) == 0 { return copy }
    do {
      try FileManager.default.copyItem(atPath: path, toPath: copy)
    } catch {
      unlink(copy)
      throw .attachmentMoveFailed(path)
    }
    return copy
  }

  /// Removes the files that no notification of the app names any more.
  func sweep(_ store: NotificationStore) throws {
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
    for name in names where !used.contains(place + "/" + name) { unlink(place + "/" + name) }
  }

  private func isKept(_ path: String) -> Bool {
    place.map { path.hasPrefix($0 + "/") } ?? false
  }

  private func lock() throws -> FileLock? {
    try folder.map {
      try FileLock.wait(for: $0.lock("attachments-" + SchedulerLock.Scope.spelled(app)))
    }
  }

  private static func makeFolder(_ path: String) throws {
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }
}
