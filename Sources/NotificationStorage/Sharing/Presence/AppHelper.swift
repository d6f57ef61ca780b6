import NotificationTypes

/// The process that delivers the notifications of one app where no daemon runs.
package enum AppHelper {
  /// Takes the right to be it; nil where another process has it.
  package static func take(_ app: String, in folder: StoreFolder) throws(StoreError) -> FileLock? {
    try FileLock.attempt(folder.lock(name(of: app)))
  }

  /// Whether there is one.
  package static func isThere(for app: String, in folder: StoreFolder) -> Bool {
    SchedulerLock.isAlive(name(of: app), in: folder)
  }

  /// Returns when there is none any more, or the task is cancelled.
  package static func waitUntilGone(for app: String, in folder: StoreFolder) async {
    await LockWatch.waitUntilFree(folder.lock(name(of: app)))
  }

  private static func name(of app: String) -> OwnerName { OwnerName("helper", of: app) }
}

/// The question to the user whether an app may send notifications. The process that asks has a lock,
/// so that no other one asks, too.
package struct AuthorizationPrompt: Sendable {
  /// The file of the lock.
  package let path: String

  /// The question about an app.
  package init(about app: String, in folder: StoreFolder) {
    path = folder.lock(OwnerName("question", of: app))
  }

  /// Takes the right to ask; nil where another process has it.
  package func take() throws(StoreError) -> FileLock? {
    let right = try FileLock.attempt(path)
    // An earlier question may have left its mark.
    right?.describe("\n")
    return right
  }

  /// Whether a process asks, or is about to.
  package var isBegun: Bool { FileLock.isHeld(path) }

  /// Whether the question is on the screen.
  package var isShown: Bool { isBegun && StoreFile.text(of: path) == Self.mark }

  private static let mark = "shown\n"

  /// Tells other processes that the question is on the screen.
  package static func noteShown(_ right: FileLock) { right.describe(mark) }
}

extension NotificationSchedule {
  /// The number of an app's requests that wait; 0 where the store cannot be read.
  package func waitingCount(app: String) -> Int { (try? store.read(.pendingCount(app: app))) ?? 0 }

  /// Whether an app has anything for the process that delivers: requests, a question to the user, or
  /// what waits for the answer.
  package func hasWork(app: String) -> Bool {
    if waitingCount(app: app) > 0 { return true }
    if (try? store.read(.contains(.held(app: app)))) == true { return true }
    guard let settings = try? store.profile(of: app).settings else { return false }
    return settings.location.requested != nil
      || settings.permissions.authorization == .notDetermined && !settings.requested.isEmpty
  }
}
