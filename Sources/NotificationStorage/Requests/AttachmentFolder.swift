import FoundationEssentials
import Glibc
import NotificationTypes

/// The folder with the files of an app's notifications: each is there as long as a notification
/// contains its path.
package struct AttachmentFolder: Sendable {
  private let app: String
  private let folder: StoreFolder
  /// Its path.
  package let path: String

  package init(of app: String, in folder: StoreFolder) {
    self.app = app
    self.folder = folder
    path = folder.attachments(of: app)
  }

  /// The apps that have files in a store's folder, and may have notifications with them. Every app
  /// that has requested anything is registered.
  package static func apps(in folder: StoreFolder, _ store: NotificationStore) throws -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.attachments)) ?? []
    guard !names.isEmpty else { return [] }
    return try store.read(.profiles).compactMap(\.value.registration?.identifier)
      .filter { names.contains(FileNameComponent(of: $0).description) }
  }

  /// The lock for moving files into the folder, and for sweeping it.
  package func lock() throws -> FileLock {
    try FileLock.wait(for: folder.attachmentLock(of: app))
  }

  /// Whether its files belong to another user than those that this process makes.
  package var isAnothers: Bool { folder.otherOwner != nil }

  package func contains(_ path: String) -> Bool { path.hasPrefix(self.path + "/") }

  /// Removes files that no notification of the app contains any more.
  package func sweep(_ store: NotificationStore) throws {
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: path), !names.isEmpty
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
    try store.forEach(.held(app: app)) { keep(try? $0.request().content) }
    try store.forEach(.responses(app: app)) { keep($0.response.notification?.request.content) }
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    for name in names where AttachmentName.isOne(name) && !used.contains("\(path)/\(name)") {
      unlinkat(descriptor, name, 0)
    }
  }
}
