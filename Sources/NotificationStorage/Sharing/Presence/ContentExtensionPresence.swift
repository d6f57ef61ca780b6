import Glibc

/// The announcement of a process that shows pages of apps in the place of a notification's content,
/// for as long as this value lives. The kernel takes it back when the process dies.
///
/// It is a lock that several processes may share, on a file in the store's folder. Whoever wants to
/// know asks the kernel about the lock and takes none: no two who ask can mistake each other for one
/// who announces, and an answer costs three system calls and wakes nobody. A connection to the process
/// would wake it, and a row in the store would outlive a process that was killed.
public final class ContentExtensionPresence: Sendable {
  private static let byte: Int64 = 0
  private let file: LockFile

  /// - Throws: ``StoreError`` where the folder cannot be written.
  public init(in folder: StoreFolder) throws(StoreError) {
    try folder.create()
    let path = Self.path(in: folder)
    file = try LockFile(path)
    guard file.attempt(Self.byte, .shared) else { throw LockFile.error(path, errno) }
  }

  /// Whether any process announces itself now.
  public static func isAnnounced(in folder: StoreFolder) -> Bool {
    LockFile(lookingAt: path(in: folder))?.isLocked(byte) ?? false
  }

  private static func path(in folder: StoreFolder) -> String { folder.lock("content-extensions") }
}
